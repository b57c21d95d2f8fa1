#include "harness/scenario/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <optional>
#include <sstream>
#include <utility>

#include "harness/scenario/variables.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

constexpr size_t kMaxDepth = 32;
constexpr size_t kMaxNodes = 10000;

// Thrown out of the handlers, because the library offers no other way to stop; never leaves
// this file.
struct Refused {
  TextPosition position;
  std::string message;
};

class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const SourceText& source) : source_(source) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (root_) Refuse(mark, "a second document; a scenario file holds one");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    CheckNotKey(mark);
    Finish(NodeAt(mark, YamlNode::Kind::kNull));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    Refuse(mark, "an alias (*name) is not allowed here; write the value out");
  }

  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    Refuse(mark, Format("an anchor (&{}) is not allowed here; write the value out", name));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                const std::string& value) override {
    CheckTag(mark, tag);
    YamlNode node = NodeAt(mark, YamlNode::Kind::kScalar);
    node.text = value;
    node.written = value;
    node.quoted = tag == "!";
    Finish(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                       YAML::EmitterStyle::value /*style*/) override {
    CheckTag(mark, tag);
    Open(mark, YamlNode::Kind::kSequence);
  }
  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                  YAML::EmitterStyle::value /*style*/) override {
    CheckTag(mark, tag);
    Open(mark, YamlNode::Kind::kMap);
  }
  void OnMapEnd() override { Close(); }

  std::optional<YamlNode> TakeRoot() { return std::move(root_); }

 private:
  [[noreturn]] void Refuse(const YAML::Mark& mark, std::string message) const {
    throw Refused{source_.At(mark.line, mark.column), std::move(message)};
  }

  // "?" is what the library says of plain scalars and of collections, "!" of quoted scalars.
  void CheckTag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    Refuse(mark, "a tag (!name) is not allowed here; the reader knows the type of each key");
  }

  bool AtKey() const {
    return !open_.empty() && open_.back().kind == YamlNode::Kind::kMap &&
           open_.back().keys.size() == open_.back().items.size();
  }

  void CheckNotKey(const YAML::Mark& mark) const {
    if (AtKey()) Refuse(mark, "a key must be a word; or is a bracket or quote left open here?");
  }

  YamlNode NodeAt(const YAML::Mark& mark, YamlNode::Kind kind) {
    if (++nodes_ > kMaxNodes) Refuse(mark, "more than 10,000 values in one scenario");
    YamlNode node;
    node.kind = kind;
    node.position = source_.At(mark.line, mark.column);
    return node;
  }

  void Open(const YAML::Mark& mark, YamlNode::Kind kind) {
    CheckNotKey(mark);
    if (open_.size() >= kMaxDepth) Refuse(mark, "nested deeper than 32 levels");
    open_.push_back(NodeAt(mark, kind));
  }

  void Close() {
    YamlNode node = std::move(open_.back());
    open_.pop_back();
    Finish(std::move(node));
  }

  void Finish(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    YamlNode& parent = open_.back();
    if (!AtKey()) {
      // The library puts a missing value where the next thing begins.
      const bool in_map = parent.kind == YamlNode::Kind::kMap;
      if (in_map && node.kind == YamlNode::Kind::kNull) node.position = parent.keys.back().position;
      parent.items.push_back(std::move(node));
      return;
    }
    if (const YamlNode* first = parent.FindKey(node.text)) {
      throw Refused{node.position, Format("key \"{}\" is given twice, first on line {}", node.text,
                                          first->position.line)};
    }
    parent.keys.push_back(std::move(node));
  }

  const SourceText& source_;
  std::vector<YamlNode> open_;  // the collections not yet closed, outermost first
  std::optional<YamlNode> root_;
  size_t nodes_ = 0;
};

// The environment's values are put in after the file was understood, so that a value with a colon
// or a quote in it stays a value.
Result<void> ReplaceInTree(const SourceText& source, YamlNode& node) {
  for (YamlNode& item : node.items) {
    if (auto done = ReplaceInTree(source, item); !done) return done;
  }
  if (node.kind != YamlNode::Kind::kScalar) return {};
  const VariableReplacement replacement = ReplaceVariables(node.written);
  if (!replacement.problem.empty()) {
    return source.Wrong(source.Locate(node.position, replacement.at), replacement.problem);
  }
  // In a flow mapping `${VAR}` needs quotes, so they say nothing about its type.
  if (replacement.replaced) node.quoted = false;
  node.text = replacement.text;
  return {};
}

}  // namespace

const YamlNode* YamlNode::Find(std::string_view key) const {
  for (size_t i = 0; i < keys.size() && i < items.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

const YamlNode* YamlNode::FindKey(std::string_view key) const {
  for (const YamlNode& candidate : keys) {
    if (candidate.text == key) return &candidate;
  }
  return nullptr;
}

std::string_view YamlNode::KindWord() const {
  switch (kind) {
    case Kind::kNull:
      return "nothing";
    case Kind::kScalar:
      return "text";
    case Kind::kSequence:
      return "a list";
    case Kind::kMap:
      return "a mapping";
  }
  return "nothing";
}

Result<YamlNode> ParseYamlTree(const SourceText& source) {
  if (auto bytes = source.CheckBytes(); !bytes) return bytes.error();
  TreeBuilder builder(source);
  try {
    std::istringstream stream{std::string(source.text())};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refused& refused) {
    return source.Wrong(refused.position, refused.message);
  } catch (const YAML::Exception& e) {
    return source.Wrong(source.At(e.mark.line, e.mark.column), "not valid YAML: " + e.msg);
  } catch (const std::exception& e) {
    return Invalid(source.file() + ": not valid YAML: " + e.what());
  }
  std::optional<YamlNode> root = builder.TakeRoot();
  if (!root || root->kind == YamlNode::Kind::kNull) {
    return Invalid(source.file() + ": empty; a scenario begins with \"version: 1\"");
  }
  if (auto replaced = ReplaceInTree(source, *root); !replaced) return replaced.error();
  return *std::move(root);
}

}  // namespace paystorm
