#ifndef PAYSTORM_REPORTS_APPROVAL_H_
#define PAYSTORM_REPORTS_APPROVAL_H_

// Approval tests: what is rendered is compared with a file that a person has read and approved.

#include <gtest/gtest.h>

#include <string>

namespace paystorm::reports {

// Compares with reports/testdata/<file>. On a difference it shows the first lines that differ and
// writes the text to <file> with "received" for "approved" in the build folder. With
// PAYSTORM_APPROVE=1 in the environment it writes the approved file instead, and succeeds.
testing::AssertionResult Approved(const std::string& file, const std::string& text);

// Empty, and a failure of the running test, when it cannot be read.
std::string ReadText(const std::string& path);
void WriteText(const std::string& path, const std::string& text);

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_APPROVAL_H_
