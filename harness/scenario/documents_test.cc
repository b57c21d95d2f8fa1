// Proves that the schema for editors and the reference for people say what the parser does.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "harness/scenario/key_tables.h"
#include "harness/scenario/parser.h"
#include "harness/scenario/sample_vocabulary.h"
#include "mockgw/base/json.h"

namespace paystorm {
namespace {

// Tests run in the root of the sources.
std::string ReadFile(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream.is_open()) << file;
  std::ostringstream content;
  content << stream.rdbuf();
  return content.str();
}

// Proves that each mapping of the schema has the parser's keys, the same required ones, and no
// others allowed, by walking the parser's tables.
TEST(ScenarioSchema, HasTheParsersKeys) {
  const auto schema = ParseJson(ReadFile("reports/schema/scenario.v1.schema.json"));
  ASSERT_TRUE(schema) << schema.error().message;
  const Json& definitions = (*schema)["definitions"];
  for (const KeyTable& table : keys::kAll) {
    const std::string name(table.name);
    ASSERT_TRUE(definitions.contains(name)) << name;
    const Json& definition = definitions[name];
    EXPECT_EQ(definition["additionalProperties"], false) << name;
    std::set<std::string> known, required, in_schema, required_in_schema;
    for (const KeyRule& rule : table.keys) {
      known.emplace(rule.name);
      if (rule.required) required.emplace(rule.name);
    }
    for (const auto& [key, value] : definition["properties"].items()) {
      in_schema.insert(key);
      EXPECT_TRUE(value.contains("description") || value.contains("$ref")) << name << "." << key;
    }
    for (const Json& key : definition.value("required", Json::array())) {
      required_in_schema.insert(key.get<std::string>());
    }
    EXPECT_EQ(in_schema, known) << name;
    EXPECT_EQ(required_in_schema, required) << name;
  }
}

// Proves that no definition refers to one that is not there, by collecting all references.
TEST(ScenarioSchema, RefersToWhatIsThere) {
  const std::string text = ReadFile("reports/schema/scenario.v1.schema.json");
  const auto schema = ParseJson(text);
  ASSERT_TRUE(schema);
  const std::string mark = "#/definitions/";
  int references = 0;
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const size_t start = at + mark.size();
    const std::string name = text.substr(start, text.find('"', start) - start);
    EXPECT_TRUE((*schema)["definitions"].contains(name)) << name;
    ++references;
  }
  EXPECT_GT(references, 20);
}

// Proves that people find every key and every fault in the reference, by its name in backquotes.
TEST(ScenarioReadme, NamesEveryKey) {
  const std::string readme = ReadFile("scenarios/README.md");
  for (const KeyTable& table : keys::kAll) {
    for (const KeyRule& rule : table.keys) {
      const std::string quoted = "`" + std::string(rule.name) + "`";
      EXPECT_NE(readme.find(quoted), std::string::npos) << table.name << " " << quoted;
    }
  }
  for (const std::string& fault : SampleVocabulary().faults) {
    EXPECT_NE(readme.find("| `" + fault + "` |"), std::string::npos) << fault;
  }
}

// The ```yaml blocks of a page, in order.
std::vector<std::string> YamlBlocks(const std::string& page) {
  std::vector<std::string> blocks;
  const std::string mark = "```yaml\n";
  for (size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at)) {
    const size_t start = at + mark.size();
    const size_t end = page.find("```", start);
    blocks.push_back(page.substr(start, end - start));
    at = end;
  }
  return blocks;
}

// Puts an example in its place in a scenario that has all it refers to.
std::string Completed(const std::string& block) {
  const auto begins = [&](const char* key) { return block.rfind(key, 0) == 0; };
  std::string text = "version: 1\nname: example\nproves: An example.\nchannel: wxpay\n";
  if (begins("subject:")) text += block;
  text += begins("given:") ? block
                           : "given:\n  orders: [{order_no: \"{{order}}\", amount_minor: 9900}]\n";
  text += "deliver:\n";
  const bool defines_paid = block.find("as: paid") != std::string::npos;
  if (!defines_paid) text += "  - payment_success: {order: \"{{order}}\", as: paid}\n";
  text += "  - payment_success: {order: \"{{order}}\", as: other_link}\n";
  if (begins("- ")) {
    std::istringstream lines(block);
    for (std::string line; std::getline(lines, line);) text += "  " + line + "\n";
  }
  text += begins("check:") ? block : "check: [exactly_once_effect]\n";
  if (begins("expect:")) text += block;
  return text;
}

// Proves that each example of the reference is right, by parsing it.
TEST(ScenarioReadme, ShowsExamplesThatParse) {
  const std::vector<std::string> blocks = YamlBlocks(ReadFile("scenarios/README.md"));
  EXPECT_GE(blocks.size(), 10u);
  for (const std::string& block : blocks) {
    const bool whole = block.find("version: 1") != std::string::npos;
    const std::string text = whole ? block : Completed(block);
    const auto scenario = ParseScenario(text, "README.md", SampleVocabulary());
    EXPECT_TRUE(scenario) << scenario.error().message << "\n" << text;
  }
}

// Proves that the scenarios that ship are right, by parsing all.
TEST(ShippedScenarios, Parse) {
  const auto files = FindScenarioFiles({"scenarios"});
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_GE(files->size(), 20u);
  std::set<std::string> names;
  for (const std::string& file : *files) {
    const auto scenario = LoadScenario(file, SampleVocabulary());
    ASSERT_TRUE(scenario) << scenario.error().message;
    EXPECT_TRUE(names.insert(scenario->name).second) << scenario->name << " names two scenarios";
    const bool must_find = file.find("/find/") != std::string::npos;
    EXPECT_EQ(!scenario->expected.empty(), must_find) << file;
  }
}

}  // namespace
}  // namespace paystorm
