#ifndef PAYSTORM_REPORTS_REPORT_H_
#define PAYSTORM_REPORTS_REPORT_H_

// A Report turns the record of a run into one file, or into the text that stands on the terminal.
// It is a pure function: the same record gives the same bytes, whatever the machine, the locale or
// the time of day. It judges nothing; every verdict it shows was reached before.
//
// Immutable; all methods may be called from many threads at once.

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/run_record.h"

namespace paystorm::reports {

class Report {
 public:
  virtual ~Report() = default;

  // Lower-case word, e.g. "html". Never empty.
  virtual std::string_view name() const = 0;

  // The file's name in the run folder, e.g. "report.html"; empty when the text is for the terminal
  // alone.
  virtual std::string_view file_name() const = 0;

  // The whole text, UTF-8 whatever bytes the record holds. Never fails.
  virtual std::string Render(const RunRecord& record) const = 0;
};

// The report of that name, or null. Lives for ever.
const Report* FindReport(std::string_view name);
// All, sorted by name.
std::vector<const Report*> AllReports();

// What people read on the terminal: a table of verdicts, then what was found, with the rows that
// show it, how the storms went, and the overall verdict with the command that repeats the run.
// Colour is by escape codes; the words say the same without it. No line of the table is longer
// than `width` columns; from 60 on, less counts as 60.
std::string RenderConsole(const RunRecord& record, bool color, int width = 100);

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_REPORT_H_
