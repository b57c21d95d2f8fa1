#include "harness/record/evidence.h"

#include <algorithm>

namespace paystorm {
namespace {

// Where the column stands; columns.size() when it is not there.
size_t IndexOf(const Table& table, std::string_view column) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), column);
  return static_cast<size_t>(found - table.columns.begin());
}

}  // namespace

std::string Table::At(size_t row, std::string_view column) const {
  const size_t index = IndexOf(*this, column);
  if (row >= rows.size() || index >= rows[row].size()) return {};
  return rows[row][index].value_or("");
}

Table Table::Where(std::string_view column, std::string_view value) const {
  Table picked{name, source, columns, {}};
  const size_t index = IndexOf(*this, column);
  for (const std::vector<Cell>& row : rows) {
    if (index < row.size() && row[index] && *row[index] == value) picked.rows.push_back(row);
  }
  return picked;
}

const Table* Evidence::Find(std::string_view table) const {
  const auto found = tables.find(table);
  return found == tables.end() ? nullptr : &found->second;
}

}  // namespace paystorm
