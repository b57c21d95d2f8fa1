#include "harness/record/history.h"

#include <gtest/gtest.h>

#include <thread>

namespace paystorm {
namespace {

// Proves the line's form by its bytes, and that reading it gives the same event.
TEST(HistoryNdjson, RoundTrip) {
  const Event event{1234, 15000, "delivery_ended",
                    Json{{"id", 7}, {"status", 200}, {"reason", "a\n\"b\" 订单"}}};
  const std::string line = ToNdjson(event);
  EXPECT_EQ(line,
            "{\"t_us\":1234,\"gateway_ms\":15000,\"type\":\"delivery_ended\",\"id\":7,"
            "\"status\":200,\"reason\":\"a\\n\\\"b\\\" 订单\"}");
  const auto read = EventFromNdjson(line);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->time_us, 1234);
  EXPECT_EQ(read->gateway_ms, 15000);
  EXPECT_EQ(read->type, "delivery_ended");
  EXPECT_EQ(read->data, event.data);
}

// Proves that an event without data keeps an empty object, as it was made.
TEST(HistoryNdjson, NoDataIsAnEmptyObject) {
  const auto read = EventFromNdjson(ToNdjson({1, 2, "run_ended"}));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->data, Json::object());
}

// Proves that every malformed line is refused with what is wrong, by one of each kind.
TEST(HistoryNdjson, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "not JSON"},
      {"{\"t_us\":1", "not JSON"},
      {"[1]", "no JSON object"},
      {"{\"gateway_ms\":1,\"type\":\"x\"}", "\"t_us\" must be a whole number"},
      {"{\"t_us\":1.5,\"gateway_ms\":1,\"type\":\"x\"}", "\"t_us\" must be a whole number"},
      {"{\"t_us\":1,\"gateway_ms\":\"1\",\"type\":\"x\"}", "\"gateway_ms\" must be"},
      {"{\"t_us\":1,\"gateway_ms\":1}", "\"type\" must be a word"},
      {"{\"t_us\":1,\"gateway_ms\":1,\"type\":\"\"}", "\"type\" must be a word"},
  };
  for (const auto& [line, why] : cases) {
    const auto read = EventFromNdjson(line);
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalid);
    EXPECT_NE(read.error().message.find(why), std::string::npos) << read.error().message;
  }
}

// Proves that a stored history is read in order with or without a last newline, and that an error
// names its line.
TEST(HistoryNdjson, ReadsAWholeFile) {
  const std::string text = ToNdjson({1, 0, "run_started"}) + "\n\n" + ToNdjson({2, 0, "run_ended"});
  const auto events = HistoryFromNdjson(text);
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 2u);
  EXPECT_EQ(events->at(1).type, "run_ended");
  EXPECT_EQ(HistoryFromNdjson(text + "\n")->size(), 2u);
  EXPECT_TRUE(HistoryFromNdjson("")->empty());

  const auto cut = HistoryFromNdjson(text + "\n{\"t_us\"");
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().message.rfind("line 4: ", 0), 0u) << cut.error().message;
}

// Proves that no event is lost when several threads write, by counting them.
TEST(History, IsThreadSafe) {
  History history;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 250; ++i) history.Add({i, 0, "delivery_ended"});
      });
    }
  }
  EXPECT_EQ(history.size(), 1000u);
  EXPECT_EQ(history.Snapshot().size(), 1000u);
}

}  // namespace
}  // namespace paystorm
