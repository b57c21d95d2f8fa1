#ifndef PAYSTORM_HARNESS_SCENARIO_MAP_READER_H_
#define PAYSTORM_HARNESS_SCENARIO_MAP_READER_H_

// Typed access to one mapping of a scenario. Reading never fails: the first thing that is wrong is
// noted in Problems and the default is handed out, so that the parser reads like the grammar.
// Owned by one thread.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/key_tables.h"
#include "harness/scenario/source_text.h"
#include "harness/scenario/yaml_tree.h"
#include "mockgw/base/result.h"

namespace paystorm {

// The first thing found wrong.
class Problems final {
 public:
  explicit Problems(const SourceText& source) : source_(source) {}

  void Add(const TextPosition& position, std::string_view message);
  bool empty() const { return !first_.has_value(); }
  // Requires !empty().
  const Error& first() const { return *first_; }

 private:
  const SourceText& source_;
  std::optional<Error> first_;
};

class MapReader final {
 public:
  // Notes when `node` is no mapping, has a key that is not in `table`, or lacks a required one.
  // `what` names the mapping in errors, e.g. "an order". Requires that all arguments outlive it.
  MapReader(const YamlNode& node, const KeyTable& table, std::string_view what, Problems& problems);

  bool Has(std::string_view key) const { return Find(key) != nullptr; }
  // The value, or null. Lives as long as the tree.
  const YamlNode* Find(std::string_view key) const;
  // Of the key; of the mapping when the key is not there.
  TextPosition KeyPosition(std::string_view key) const;
  // Of the value; of the mapping when the key is not there.
  TextPosition ValuePosition(std::string_view key) const;

  // Each of these: `fallback` when the key is not there.
  std::string Text(std::string_view key, std::string fallback) const;
  int64_t Integer(std::string_view key, int64_t least, int64_t most, int64_t fallback) const;
  std::chrono::milliseconds Duration(std::string_view key, std::chrono::milliseconds least,
                                     std::chrono::milliseconds most,
                                     std::chrono::milliseconds fallback) const;
  // One of `known`; `kind` names it in the error, e.g. "channel".
  std::string Word(std::string_view key, std::string_view kind,
                   const std::vector<std::string>& known, std::string fallback) const;
  // The entries of a list, which may not be empty; none when the key is not there.
  std::vector<const YamlNode*> List(std::string_view key) const;

  void Wrong(std::string_view key, std::string_view message) const;

 private:
  const YamlNode& node_;
  Problems& problems_;
};

// The value of a scalar node; notes `what` "needs text, not a list" otherwise, and empty text.
std::string ReadText(const YamlNode& node, std::string_view what, Problems& problems);
// The same, and one of `known`.
std::string ReadWord(const YamlNode& node, std::string_view kind,
                     const std::vector<std::string>& known, Problems& problems);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_MAP_READER_H_
