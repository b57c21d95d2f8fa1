#include "harness/scenario/map_reader.h"

#include <algorithm>

#include "harness/scenario/values.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

std::string Quoted(std::string_view text) { return Format("\"{}\"", text); }

}  // namespace

void Problems::Add(const TextPosition& position, std::string_view message) {
  if (!first_) first_ = source_.Wrong(position, message);
}

MapReader::MapReader(const YamlNode& node, const KeyTable& table, std::string_view what,
                     Problems& problems)
    : node_(node), problems_(problems) {
  if (node.kind != YamlNode::Kind::kMap) {
    problems.Add(node.position,
                 Format("{} is a mapping of keys to values, not {}", what, node.KindWord()));
    return;
  }
  std::vector<std::string_view> known;
  for (const KeyRule& rule : table.keys) known.push_back(rule.name);
  for (const YamlNode& key : node.keys) {
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    problems.Add(key.position, Format("unknown key {}{}", Quoted(key.text),
                                      Suggestion(key.text, std::span(known.data(), known.size()))));
  }
  for (const KeyRule& rule : table.keys) {
    if (rule.required && !Has(rule.name)) {
      problems.Add(node.position, Format("{} needs the key {}", what, Quoted(rule.name)));
    }
  }
}

const YamlNode* MapReader::Find(std::string_view key) const { return node_.Find(key); }

TextPosition MapReader::KeyPosition(std::string_view key) const {
  const YamlNode* found = node_.FindKey(key);
  return found == nullptr ? node_.position : found->position;
}

TextPosition MapReader::ValuePosition(std::string_view key) const {
  const YamlNode* found = Find(key);
  return found == nullptr ? node_.position : found->position;
}

std::string MapReader::Text(std::string_view key, std::string fallback) const {
  const YamlNode* node = Find(key);
  return node == nullptr ? std::move(fallback) : ReadText(*node, Quoted(key), problems_);
}

int64_t MapReader::Integer(std::string_view key, int64_t least, int64_t most,
                           int64_t fallback) const {
  const YamlNode* node = Find(key);
  if (node == nullptr) return fallback;
  const std::string wanted =
      Format("{} needs a whole number from {} to {}", Quoted(key), least, most);
  if (node->kind != YamlNode::Kind::kScalar) {
    problems_.Add(node->position, Format("{}, not {}", wanted, node->KindWord()));
    return fallback;
  }
  if (node->quoted) {
    problems_.Add(node->position, wanted + "; in quotes it is text");
    return fallback;
  }
  const std::optional<int64_t> value = ParseInteger(node->text);
  if (!value || *value < least || *value > most) {
    problems_.Add(node->position, Format("{}, not {}", wanted, Quoted(node->written)));
    return fallback;
  }
  return *value;
}

milliseconds MapReader::Duration(std::string_view key, milliseconds least, milliseconds most,
                                 milliseconds fallback) const {
  const YamlNode* node = Find(key);
  if (node == nullptr) return fallback;
  const std::string wanted = Format("{} needs a time from {} to {}", Quoted(key),
                                    FormatDuration(least), FormatDuration(most));
  if (node->kind != YamlNode::Kind::kScalar) {
    problems_.Add(node->position, Format("{}, not {}", wanted, node->KindWord()));
    return fallback;
  }
  const std::optional<milliseconds> value = ParseDuration(node->text);
  if (!value) {
    problems_.Add(node->position, Format("{}, a number with its unit (ms, s, m, h), not {}", wanted,
                                         Quoted(node->written)));
    return fallback;
  }
  if (*value < least || *value > most) {
    problems_.Add(node->position, Format("{}, not {}", wanted, Quoted(node->written)));
    return fallback;
  }
  return *value;
}

std::string MapReader::Word(std::string_view key, std::string_view kind,
                            const std::vector<std::string>& known, std::string fallback) const {
  const YamlNode* node = Find(key);
  return node == nullptr ? std::move(fallback) : ReadWord(*node, kind, known, problems_);
}

std::vector<const YamlNode*> MapReader::List(std::string_view key) const {
  const YamlNode* node = Find(key);
  if (node == nullptr) return {};
  if (node->kind != YamlNode::Kind::kSequence) {
    problems_.Add(node->position, Format("{} needs a list, not {}", Quoted(key), node->KindWord()));
    return {};
  }
  if (node->items.empty()) {
    problems_.Add(node->position, Format("{} is an empty list", Quoted(key)));
  }
  std::vector<const YamlNode*> items;
  items.reserve(node->items.size());
  for (const YamlNode& item : node->items) items.push_back(&item);
  return items;
}

void MapReader::Wrong(std::string_view key, std::string_view message) const {
  problems_.Add(ValuePosition(key), message);
}

std::string ReadText(const YamlNode& node, std::string_view what, Problems& problems) {
  if (node.kind != YamlNode::Kind::kScalar) {
    problems.Add(node.position, Format("{} needs text, not {}", what, node.KindWord()));
    return "";
  }
  if (node.text.empty()) problems.Add(node.position, Format("{} is empty", what));
  return node.text;
}

std::string ReadWord(const YamlNode& node, std::string_view kind,
                     const std::vector<std::string>& known, Problems& problems) {
  if (node.kind != YamlNode::Kind::kScalar) {
    problems.Add(node.position, Format("{} needs a word, not {}", kind, node.KindWord()));
    return "";
  }
  if (std::find(known.begin(), known.end(), node.text) == known.end()) {
    problems.Add(node.position, Format("unknown {} {}{}", kind, Quoted(node.written),
                                       Suggestion(node.written, known)));
  }
  return node.text;
}

}  // namespace paystorm
