#ifndef PAYSTORM_HARNESS_SCENARIO_YAML_TREE_H_
#define PAYSTORM_HARNESS_SCENARIO_YAML_TREE_H_

// YAML as a plain tree with a position at every node: what the library's own tree would lose or
// silently accept (duplicate keys, aliases, tags) is an error here. The only code that includes
// yaml-cpp is behind this header; its exceptions stop there.

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/source_text.h"
#include "mockgw/base/result.h"

namespace paystorm {

struct YamlNode {
  enum class Kind { kNull, kScalar, kSequence, kMap };

  Kind kind = Kind::kNull;
  // Of the first character; of a block collection, its first entry; of a missing value, its key.
  TextPosition position;
  std::string text;     // kScalar: the value, `${VAR}` replaced
  std::string written;  // kScalar: the value as it stands in the file, so that errors print that
  bool quoted = false;  // kScalar: in quotes or a block, so it is text even if it looks like more
  // kMap: the scalar keys, in the file's order, each once; items[i] belongs to keys[i].
  std::vector<YamlNode> keys;
  // kSequence and kMap.
  std::vector<YamlNode> items;

  // kMap: the value of that key, or null.
  const YamlNode* Find(std::string_view key) const;
  // kMap: the key itself, or null.
  const YamlNode* FindKey(std::string_view key) const;
  // "a list", "a mapping", "nothing", "text".
  std::string_view KindWord() const;
};

// The one document of the text. kInvalid, worded by SourceText::Wrong, for malformed YAML, no
// document or several, a duplicate or non-scalar key, an anchor, alias or tag, nesting beyond 32,
// more than 10,000 nodes, and an unset or malformed `${VAR}`.
Result<YamlNode> ParseYamlTree(const SourceText& source);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_YAML_TREE_H_
