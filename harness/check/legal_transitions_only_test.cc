#include "harness/check/legal_transitions_only.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("legal_transitions_only"); }

Scene OneMove(const std::string& from, const std::string& to) {
  Scene scene;
  scene.Row("transitions", {"A", from, to});
  scene.Row("orders", {"A", to, "9900", "CNY", "0"});
  return scene;
}

// Proves the graph by trying every pair of states: nine are edges, the rest are not.
TEST(LegalTransitionsOnly, EveryPairOfStates) {
  const std::array<std::string, 8> states = {"pending",  "paid",      "cancelled", "shipped",
                                             "received", "completed", "refunding", "refunded"};
  const std::set<std::pair<std::string, std::string>> edges = {
      {"pending", "paid"},       {"pending", "cancelled"},  {"paid", "shipped"},
      {"paid", "refunding"},     {"shipped", "received"},   {"received", "refunding"},
      {"received", "completed"}, {"refunding", "refunded"}, {"refunding", "paid"}};
  for (const std::string& from : states) {
    for (const std::string& to : states) {
      EXPECT_EQ(Judge(OneMove(from, to)).findings.empty(), edges.contains({from, to}))
          << from << " -> " << to;
    }
  }
}

// Proves that a move against the order of time is told from a move that is merely not allowed.
TEST(LegalTransitionsOnly, MovedBackAndIllegal) {
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"refunded", "paid"},
                                                        {"paid", "pending"},
                                                        {"refunded", "refunding"},
                                                        {"shipped", "paid"},
                                                        {"cancelled", "pending"},
                                                        {"completed", "paid"}}) {
    EXPECT_THAT(Reasons(Judge(OneMove(from, to))), ElementsAre("moved_back")) << from << to;
  }
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"cancelled", "paid"},
                                                        {"pending", "refunded"},
                                                        {"paid", "paid"},
                                                        {"paid", "lost"},
                                                        {"", "paid"},
                                                        {"refunded", "completed"}}) {
    EXPECT_THAT(Reasons(Judge(OneMove(from, to))), ElementsAre("illegal_transition")) << from << to;
  }
}

// Proves the counterexample of an update without a condition, with its rows.
TEST(LegalTransitionsOnly, LateSuccessMovesARefundedOrderBack) {
  Scene scene;
  scene.Row("transitions", {"A", "pending", "paid"}).Row("transitions", {"A", "paid", "refunding"});
  scene.Row("transitions", {"A", "refunding", "refunded"});
  scene.Row("transitions", {"A", "refunded", "paid"});
  scene.Row("orders", {"A", "paid", "9900", "CNY", "9900"});
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), ElementsAre("moved_back"));
  EXPECT_EQ(result.findings.at(0).got, "refunded -> paid");
  EXPECT_EQ(result.findings.at(0).rows.at(0).rows.size(), 4u);
}

// Proves that rows must follow on one another, each order for itself, and that the end must be
// where the last row led.
TEST(LegalTransitionsOnly, ChainAndEnd) {
  Scene scene = Scene::Good();
  scene.Row("transitions", {"B", "pending", "paid"});
  scene.Set("orders", 1, "state", "paid");
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
  Scene gap = scene;
  gap.Row("transitions", {"B", "refunding", "paid"});
  EXPECT_THAT(Reasons(Judge(gap)), ElementsAre("illegal_transition"));
  EXPECT_EQ(Judge(gap).findings.at(0).want, "the next move to begin at paid");
  scene.Set("orders", 1, "state", "pending");
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("illegal_transition"));
  EXPECT_EQ(Judge(scene).findings.at(0).got, "pending");
}

// Proves that an order that never moved is an order looked at.
TEST(LegalTransitionsOnly, NoMoveHolds) {
  Scene scene;
  scene.Row("orders", {"A", "pending", "9900", "CNY", "0"});
  EXPECT_EQ(Judge(scene).verdict, Verdict::kHolds);
  EXPECT_EQ(Judge(scene).examined, 1);
}

}  // namespace
}  // namespace paystorm
