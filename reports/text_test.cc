// Proves that no byte of a subject's tables can leave the place it is shown in: not the terminal's
// line, not the element or attribute of XML and HTML.

#include "reports/text.h"

#include <gtest/gtest.h>

#include <string>

namespace paystorm::reports {
namespace {

TEST(CleanText, LeavesWhatIsFineAlone) {
  EXPECT_EQ(CleanText(""), "");
  EXPECT_EQ(CleanText("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(CleanText("支付成功 ✓ 😀"), "支付成功 ✓ 😀");
}

TEST(CleanText, ShowsControlCharactersAsText) {
  EXPECT_EQ(CleanText("\x1B[31m"), "\\x1B[31m");
  EXPECT_EQ(CleanText(std::string("\0", 1)), "\\x00");
  EXPECT_EQ(CleanText("\r\n"), "\\x0D\n");
  EXPECT_EQ(CleanText("\x7F"), "\\x7F");
  EXPECT_EQ(CleanText("\xC2\x9B"), "\\x9B");        // the one-character CSI of terminals
  EXPECT_EQ(CleanText("\xE2\x80\xAE"), "\\u202E");  // turns the writing round
}

TEST(CleanText, ReplacesWhatIsNoUtf8) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(CleanText("\xFF"), r);
  EXPECT_EQ(CleanText("\x80x"), r + "x");
  EXPECT_EQ(CleanText("\xC0\x80"), r + r);                  // overlong
  EXPECT_EQ(CleanText("\xED\xA0\x80"), r + r + r);          // a surrogate
  EXPECT_EQ(CleanText("\xF4\x90\x80\x80"), r + r + r + r);  // beyond U+10FFFF
  EXPECT_EQ(CleanText("\xE6\x94"), r + r);                  // cut off
  EXPECT_EQ(CleanText("\xEF\xBF\xBE"), r);                  // U+FFFE, no character of XML
  EXPECT_EQ(CleanText("\xEF\xBF\xBF"), r);
}

TEST(CleanText, IsIdempotentOverEveryPairOfBytes) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second), 'x'};
      const std::string clean = CleanText(text);
      ASSERT_EQ(CleanText(clean), clean) << first << " " << second;
      ASSERT_EQ(clean.back(), 'x');
    }
  }
}

TEST(OneLine, HasNoLineEnd) { EXPECT_EQ(OneLine("a\nb\tc\rd"), "a b c\\x0Dd"); }

TEST(EscapeXml, LeavesNoMarkup) {
  EXPECT_EQ(EscapeXml("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  EXPECT_EQ(EscapeXml("]]>"), "]]&gt;");
  EXPECT_EQ(EscapeXml("a\n\tb"), "a&#10;&#9;b");
  EXPECT_EQ(EscapeXml("\x01"), "\\x01");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(DisplayWidth(""), 0);
  EXPECT_EQ(DisplayWidth("abc"), 3);
  EXPECT_EQ(DisplayWidth("支付"), 4);
  EXPECT_EQ(DisplayWidth("e\xCC\x81"), 1);
  EXPECT_EQ(DisplayWidth("✓…"), 2);
  EXPECT_EQ(DisplayWidth("😀"), 2);
}

TEST(Truncate, NeverExceedsTheWidth) {
  EXPECT_EQ(Truncate("abc", 3), "abc");
  EXPECT_EQ(Truncate("abcd", 3), "ab…");
  EXPECT_EQ(Truncate("支付成功", 8), "支付成功");
  EXPECT_EQ(Truncate("支付成功", 7), "支付成…");
  EXPECT_EQ(Truncate("支付成功", 6), "支付…");  // half a character is none
  EXPECT_EQ(Truncate("abc", 1), "…");
}

TEST(Pad, FillsByColumns) {
  EXPECT_EQ(PadRight("支付", 6), "支付  ");
  EXPECT_EQ(PadLeft("ab", 4), "  ab");
  EXPECT_EQ(PadRight("abc", 2), "abc");
}

}  // namespace
}  // namespace paystorm::reports
