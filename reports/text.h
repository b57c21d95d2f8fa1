#ifndef PAYSTORM_REPORTS_TEXT_H_
#define PAYSTORM_REPORTS_TEXT_H_

// Text from a subject's tables and answers may hold any byte; text on paper may not. Pure.

#include <cstdint>
#include <string>
#include <string_view>

namespace paystorm::reports {

// Valid UTF-8 in which every character may stand in XML 1.0 and on a terminal: bytes that are no
// UTF-8 and non-characters become U+FFFD, control characters but tab and line feed become their
// escape as text, e.g. "\x1B". A carriage return counts as a control character.
std::string CleanText(std::string_view text);

// The same on one line: tabs and line feeds become one blank.
std::string OneLine(std::string_view text);

// CleanText, then & < > " and ' as entities, tab and line feed as &#9; and &#10;, so that it may
// stand in an element as well as in an attribute of XML and HTML.
std::string EscapeXml(std::string_view text);

// Columns on a terminal: 2 for wide East Asian characters and emoji, 0 for combining marks.
// Requires clean text.
int DisplayWidth(std::string_view text);

// At most `width` columns, with an ellipsis in the last one when something was left off.
// Requires clean text and width > 0.
std::string Truncate(std::string_view text, int width);

// Filled with blanks to `width` columns; longer text stays as it is. Requires clean text.
std::string PadRight(std::string_view text, int width);
std::string PadLeft(std::string_view text, int width);

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_TEXT_H_
