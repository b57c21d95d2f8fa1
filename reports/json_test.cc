// Proves that what is written is what the published schema describes, that the schema is strict
// (each key is demanded, no other is let in), and that the record can be read back.

#include "reports/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "mockgw/base/json.h"
#include "reports/approval.h"
#include "reports/sample_records.h"

namespace paystorm::reports {
namespace {

// valijson knows no JSON whose keys keep their order.
using AnyOrder = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

class JsonSchema : public testing::Test {
 protected:
  JsonSchema() {
    const AnyOrder text =
        AnyOrder::parse(ReadText(std::string(PAYSTORM_REPORTS_DIR) + "/schema/run.v1.schema.json"));
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(Adapter(text), schema_);
  }

  // Empty when it validates, else the first complaint.
  std::string Complaint(const AnyOrder& document) const {
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema_, Adapter(document), &results)) return {};
    valijson::ValidationResults::Error error;
    if (!results.popError(error)) return "invalid";
    std::string where;
    for (const std::string& part : error.context) where += part;
    return where + ": " + error.description;
  }

  valijson::Schema schema_;
};

AnyOrder Rendered(const RunRecord& record) { return AnyOrder::parse(JsonReport().Render(record)); }

// A record in which no list is empty, so that every kind of object is there.
AnyOrder Full() {
  RunRecord record = ExpectedFindings();
  record.scenarios.resize(1);
  ScenarioRecord& scenario = record.scenarios[0];
  scenario.checks.resize(1);
  scenario.warnings = {"one"};
  scenario.book.refunds = {{"R1", "OUT1", "A1", "T1", 9900, mockgw::EventKind::kRefundSuccess}};
  scenario.book.deliveries.resize(1);
  scenario.evidence.missing["events"] = "Redis was down";
  return Rendered(record);
}

TEST_F(JsonSchema, DescribesEverySample) {
  for (const NamedRecord& sample : AllSamples()) {
    EXPECT_EQ(Complaint(Rendered(sample.record)), "") << sample.name;
  }
  EXPECT_EQ(Complaint(Rendered(RunRecord())), "") << "a run of no scenario";
  EXPECT_EQ(Complaint(Full()), "");
}

// Objects whose keys are names out of the data.
bool IsMap(const std::string& path) {
  return path.ends_with("/evidence/tables") || path.ends_with("/evidence/missing");
}

void Objects(const AnyOrder& value, const std::string& path, std::vector<std::string>& out) {
  if (value.is_object() && !IsMap(path)) out.push_back(path);
  if (!value.is_structured()) return;
  for (const auto& item : value.items()) {
    Objects(item.value(), path + "/" + item.key(), out);
  }
}

TEST_F(JsonSchema, DemandsEveryKeyAndNoOther) {
  const AnyOrder full = Full();
  std::vector<std::string> paths;
  Objects(full, "", paths);
  ASSERT_GT(paths.size(), 12U);
  for (const std::string& path : paths) {
    const AnyOrder::json_pointer pointer(path);
    AnyOrder more = full;
    more[pointer]["surprise"] = 1;
    EXPECT_NE(Complaint(more), "") << path << " takes a key that is not described";
    const AnyOrder& object = full[pointer];
    for (const auto& item : object.items()) {
      AnyOrder less = full;
      less[pointer].erase(item.key());
      EXPECT_NE(Complaint(less), "") << path << "/" << item.key() << " is not demanded";
      AnyOrder wrong = full;
      wrong[pointer][item.key()] = AnyOrder::object({{"wrong", true}});
      EXPECT_NE(Complaint(wrong), "") << path << "/" << item.key() << " may be anything";
    }
  }
}

TEST_F(JsonSchema, KnowsTheWords) {
  AnyOrder document = Full();
  document["scenarios"][0]["verdict"] = "maybe";
  EXPECT_NE(Complaint(document), "");
  document = Full();
  document["scenarios"][0]["book"]["deliveries"]["rows"][0][12] = "ignored";
  EXPECT_NE(Complaint(document), "");
  document = Full();
  document["scenarios"][0]["book"]["deliveries"]["rows"][0].push_back(1);
  EXPECT_NE(Complaint(document), "");
  document = Full();
  document["version"] = 2;
  EXPECT_NE(Complaint(document), "");
}

TEST(JsonReport, CanBeReadBack) {
  for (const NamedRecord& sample : AllSamples()) {
    if (sample.name == "hostile") continue;  // what is no UTF-8 was replaced
    const std::string text = JsonReport().Render(sample.record);
    auto json = ParseJson(text);
    ASSERT_TRUE(json) << sample.name;
    auto record = RunRecordFromJson(*json);
    ASSERT_TRUE(record) << sample.name << ": " << record.error().message;
    EXPECT_EQ(JsonReport().Render(*record), text) << sample.name;
  }
}

TEST(JsonReport, SaysTheSameAsTheRecordsOwnJson) {
  const RunRecord record = OneViolated();
  auto json = ParseJson(JsonReport().Render(record));
  ASSERT_TRUE(json);
  EXPECT_EQ(*json, ToJson(record));
}

TEST(JsonReport, PutsARowOnALine) {
  const std::string text = JsonReport().Render(AllHold());
  EXPECT_NE(text.find("\n            [1,\"EV-2026010203040500A1\",1,\"genuine\","),
            std::string::npos)
      << text.substr(0, 400);
}

}  // namespace
}  // namespace paystorm::reports
