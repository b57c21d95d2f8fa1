#include "notify/fields.h"

#include <gtest/gtest.h>

namespace paystorm_reference {
namespace {

std::optional<Fields> Form(std::string_view body) {
  std::string why;
  return ParseForm(body, &why);
}

std::optional<Fields> Xml(std::string_view text) {
  std::string why;
  return ParseFlatXml(text, "xml", &why);
}

// A form is decoded as bytes, whatever their charset; what is no form, or says a thing twice, is
// refused.
TEST(ParseForm, DecodesAndRefuses) {
  const auto fields = Form("a=1%2B1&b=x+y&c=&d=%D6%D0&e=%3D%26");
  ASSERT_TRUE(fields.has_value());
  EXPECT_EQ(FieldOf(*fields, "a"), "1+1");
  EXPECT_EQ(FieldOf(*fields, "b"), "x y");
  EXPECT_TRUE(fields->contains("c"));
  EXPECT_EQ(FieldOf(*fields, "d"), "\xD6\xD0");
  EXPECT_EQ(FieldOf(*fields, "e"), "=&");
  EXPECT_EQ(FieldOf(*fields, "none"), "");
  EXPECT_TRUE(Form("")->empty());
  for (const char* wrong :
       {"a=1&a=2", "a=1&%61=2", "a", "=1", "a=%4", "a=%", "a=%zz", "a=1&&b=2"}) {
    EXPECT_FALSE(Form(wrong).has_value()) << wrong;
  }
  std::string many;
  for (size_t i = 0; i <= kMaxFields; ++i) many += "f" + std::to_string(i) + "=1&";
  EXPECT_FALSE(Form(many.substr(0, many.size() - 1)).has_value());
}

// One level of elements with text, CDATA in pieces and the five entities.
TEST(ParseFlatXml, ReadsTextsAndCdata) {
  const auto fields =
      Xml("<?xml version=\"1.0\"?>\n<xml>\n <a>1</a><b><![CDATA[x <y> & z]]></b>"
          "<c><![CDATA[end ]]]]><![CDATA[> "
          "there]]></c><d></d><e>&lt;&amp;&gt;&quot;&apos;</e>\n</xml>\n");
  ASSERT_TRUE(fields.has_value());
  EXPECT_EQ(FieldOf(*fields, "a"), "1");
  EXPECT_EQ(FieldOf(*fields, "b"), "x <y> & z");
  EXPECT_EQ(FieldOf(*fields, "c"), "end ]]> there");
  EXPECT_TRUE(fields->contains("d"));
  EXPECT_EQ(FieldOf(*fields, "e"), "<&>\"'");
  EXPECT_TRUE(Xml("<xml></xml>")->empty());
}

// Everything else is refused: what could expand, nest, hide or contradict.
TEST(ParseFlatXml, RefusesEverythingElse) {
  for (const char* wrong : {"",
                            "text",
                            "<xml>",
                            "<xml></xml>x",
                            "<root></root>",
                            "<xml/>",
                            "<xml><a>1</a>",
                            "<xml><a>1</b></xml>",
                            "<xml><a>1</a><a>2</a></xml>",
                            "<xml><a><b>1</b></a></xml>",
                            "<xml><a x=\"1\">1</a></xml>",
                            "<xml><!-- c --><a>1</a></xml>",
                            "<xml>text<a>1</a></xml>",
                            "<!DOCTYPE xml [<!ENTITY e \"x\">]><xml><a>&e;</a></xml>",
                            "<xml><a>&e;</a></xml>",
                            "<xml><a>&#65;</a></xml>",
                            "<xml><a><![CDATA[1</a></xml>",
                            "<xml><a>1",
                            "<xml><>1</></xml>",
                            "<?xml version=\"1.0\"<xml></xml>",
                            "<xml><a><?pi?></a></xml>"}) {
    EXPECT_FALSE(Xml(wrong).has_value()) << wrong;
  }
  std::string many = "<xml>";
  for (size_t i = 0; i <= kMaxFields; ++i) {
    const std::string name = "f" + std::to_string(i);
    many.append("<").append(name).append(">1</").append(name).append(">");
  }
  EXPECT_FALSE(Xml(many + "</xml>").has_value());
}

// No prefix of a good document is taken for a whole one.
TEST(ParseFlatXml, RefusesEveryPrefix) {
  const std::string whole = "<xml><a>1</a><b><![CDATA[x]]></b></xml>";
  ASSERT_TRUE(Xml(whole).has_value());
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(Xml(whole.substr(0, size)).has_value()) << size;
  }
}

// Yuan become minor units without any binary fraction: 59980.00 and 0.29 are where doubles slip.
TEST(YuanToMinor, ByWholeNumbers) {
  EXPECT_EQ(YuanToMinor("59980.00"), 5998000);
  EXPECT_EQ(YuanToMinor("0.29"), 29);
  EXPECT_EQ(YuanToMinor("19.99"), 1999);
  EXPECT_EQ(YuanToMinor("0.00"), 0);
  EXPECT_EQ(YuanToMinor("21474836.48"), 2147483648);
  EXPECT_EQ(YuanToMinor("999999999999999.99"), 99999999999999999);
  for (const char* wrong : {"", ".", "1", "1.", ".50", "1.5", "1.555", "-1.00", "+1.00", "1,000.00",
                            " 1.00", "1.0a", "1e3.00", "9999999999999999.00"}) {
    EXPECT_FALSE(YuanToMinor(wrong).has_value()) << wrong;
  }
}

TEST(PositiveNumber, DigitsAlone) {
  EXPECT_EQ(PositiveNumber("1"), 1);
  EXPECT_EQ(PositiveNumber("9223372036854775807"), INT64_MAX);
  for (const char* wrong : {"", "0", "-1", "+1", " 1", "1.0", "9223372036854775808"}) {
    EXPECT_FALSE(PositiveNumber(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace paystorm_reference
