// Proves that the page is complete in itself, that nothing out of the record becomes markup, that
// its drawings are well-formed and reachable, and that a big run gives a page of bearable size.

#include "reports/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "reports/approval.h"
#include "reports/html/svg.h"
#include "reports/sample_records.h"
#include "reports/text.h"

namespace paystorm::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Render(const RunRecord& record) { return HtmlReport().Render(record); }

std::vector<std::string> All(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

TEST(Html, NeedsNoNetworkAndNoScript) {
  for (const NamedRecord& sample : AllSamples()) {
    const std::string page = Render(sample.record);
    for (const char* forbidden :
         {"<script", "javascript:", " src=", "http://", "https://", "@import", "<link", "<iframe",
          "url(\"", "url(h", "onload=", "onerror="}) {
      EXPECT_THAT(page, Not(HasSubstr(forbidden))) << sample.name;
    }
  }
}

TEST(Html, NothingOutOfTheRecordIsMarkup) {
  const std::string page = Render(Hostile());
  EXPECT_EQ(CleanText(page), page);
  const std::vector<std::string> elements = All(page, "<([a-z0-9]+)");
  const std::set<std::string> kinds(elements.begin(), elements.end());
  const std::set<std::string> ours = {
      "a",       "b",    "body",    "br",      "caption", "circle", "code",       "dd",
      "defs",    "desc", "details", "div",     "dl",      "dt",     "figcaption", "figure",
      "footer",  "g",    "h1",      "h2",      "h3",      "head",   "header",     "html",
      "i",       "li",   "main",    "meta",    "p",       "path",   "pattern",    "rect",
      "section", "span", "style",   "summary", "svg",     "table",  "tbody",      "td",
      "text",    "th",   "thead",   "title",   "tr",      "ul"};
  for (const std::string& kind : kinds) EXPECT_TRUE(ours.contains(kind)) << kind;
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; ]]&gt; "
                              "&#39;{{name}}&#39; \\x1B[31mred\\x07"));
}

TEST(Html, TemplatesLeaveNothingOpen) {
  for (const NamedRecord& sample : AllSamples()) {
    const std::string page = Render(sample.record);
    if (sample.name != "hostile") {
      EXPECT_THAT(page, Not(HasSubstr("{{"))) << sample.name;
    }
    std::map<std::string, int> depth;
    for (const std::string& kind : All(page, "<(/?[a-z0-9]+)[ >]")) {
      if (kind[0] == '/') {
        --depth[kind.substr(1)];
      } else {
        ++depth[kind];
      }
    }
    for (const char* kind : {"details", "div", "table", "tr", "td", "ul", "li", "dl", "svg", "g",
                             "section", "main", "summary", "figure"}) {
      EXPECT_EQ(depth[kind], 0) << sample.name << " <" << kind << ">";
    }
  }
}

TEST(Html, IdsAreUniqueAndEveryReferenceFindsOne) {
  for (const NamedRecord& sample : AllSamples()) {
    const std::string page = Render(sample.record);
    const std::vector<std::string> ids = All(page, " id=\"([^\"]*)\"");
    const std::set<std::string> unique(ids.begin(), ids.end());
    EXPECT_EQ(ids.size(), unique.size()) << sample.name;
    for (const std::string& target : All(page, "href=\"#([^\"]*)\"")) {
      EXPECT_TRUE(unique.contains(target)) << sample.name << " #" << target;
    }
    for (const std::string& target : All(page, "aria-labelledby=\"([^ \"]*) [^\"]*\"")) {
      EXPECT_TRUE(unique.contains(target)) << sample.name << " #" << target;
    }
    for (const std::string& target : All(page, "url\\(#([^)]*)\\)")) {
      EXPECT_TRUE(unique.contains(target)) << sample.name << " #" << target;
    }
  }
}

TEST(Html, DrawingsAreWellFormed) {
  std::string xml = "<drawings>\n";
  for (const NamedRecord& sample : AllSamples()) {
    const std::string page = Render(sample.record);
    // Searched by hand: std::regex takes a stack frame for each character of a drawing.
    for (size_t from = page.find("<svg"); from != std::string::npos;) {
      const size_t end = page.find("</svg>", from);
      ASSERT_NE(end, std::string::npos);
      xml += page.substr(from, end + 6 - from) + "\n";
      from = page.find("<svg", end);
    }
  }
  const std::string file = std::string(PAYSTORM_RECEIVED_DIR) + "/drawings.xml";
  WriteText(file, xml + "</drawings>\n");
  const std::string command =
      std::string("'") + PAYSTORM_XMLLINT + "' --noout --nonet '" + file + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe)
}

TEST(Html, SaysTheVerdictFirst) {
  EXPECT_THAT(Render(AllHold()), HasSubstr("<title>paystorm: Both scenarios hold</title>"));
  EXPECT_THAT(Render(OneViolated()), HasSubstr("1 of 2 scenarios violated"));
  EXPECT_THAT(Render(CouldNotRun()), HasSubstr("1 of 2 scenarios could not run"));
  EXPECT_THAT(Render(CouldNotTell()), HasSubstr("2 of 2 scenarios inconclusive"));
  EXPECT_THAT(Render(Overlapping()), HasSubstr("The scenario holds"));
  EXPECT_THAT(Render(RunRecord()), HasSubstr("Nothing ran"));
}

TEST(Html, OpensWhatNeedsAttention) {
  RunRecord record = OneViolated();
  while (record.scenarios.size() < 9) record.scenarios.push_back(AllHold().scenarios[1]);
  const std::vector<std::string> open =
      All(Render(record), "<details class=\"scenario ([a-z]+)\" open>");
  EXPECT_THAT(open, testing::ElementsAre("violated"));
}

TEST(Html, ShowsTheFaultsOfTheHistory) {
  const std::string page = Render(Overlapping());
  for (const char* fault : {"order row held", "process down", "broken on purpose",
                            "a fault strikes", "idle time skipped", "paid, tampered"}) {
    EXPECT_THAT(page, HasSubstr(fault));
  }
}

TEST(Html, BigRunIsSmallAndFast) {
  const RunRecord record = Big(5, 1000);
  const auto begin = std::chrono::steady_clock::now();
  const std::string page = Render(record);
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_LT(took, std::chrono::seconds(1));
}

TEST(SplitBar, EveryPartCanBeSeenAndTheSumIsTheBar) {
  for (const int64_t lock : {0, 1, 500, 999, 100'000}) {
    StormStats storm;
    storm.wave = 1;
    storm.processed = 1;
    storm.turned_away_signature = storm.turned_away_state_machine = storm.failed = 1;
    storm.turned_away_lock = lock;
    storm.turned_away_notify_log = 996;
    storm.deliveries = 1000 + lock;
    int sum = 0;
    for (const std::string& width :
         All(SplitBarSvg(storm, "x"),
             "<rect class=\"part-[a-z_]+\" x=\"[0-9]+\" width=\"([0-9]+)\"")) {
      EXPECT_GE(std::stoi(width), 4);
      sum += std::stoi(width);
    }
    EXPECT_EQ(sum, 560) << lock;
  }
}

TEST(SplitBar, NothingDeliveredIsNoBar) {
  EXPECT_EQ(SplitBarSvg(StormStats(), "x"), "");
  EXPECT_EQ(AnswersSvg({}, "x"), "");
  EXPECT_EQ(TimelineSvg(Timeline(), "x"), "");
}

}  // namespace
}  // namespace paystorm::reports
