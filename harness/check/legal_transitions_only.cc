#include "harness/check/legal_transitions_only.h"

#include <array>
#include <map>
#include <set>
#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using Edge = std::pair<std::string_view, std::string_view>;

constexpr std::array<Edge, 9> kEdges = {{
    {"pending", "paid"},
    {"pending", "cancelled"},
    {"paid", "shipped"},
    {"paid", "refunding"},
    {"shipped", "received"},
    {"received", "refunding"},
    {"received", "completed"},
    {"refunding", "refunded"},
    {"refunding", "paid"},
}};

bool IsEdge(std::string_view from, std::string_view to) {
  for (const Edge& edge : kEdges) {
    if (edge.first == from && edge.second == to) return true;
  }
  return false;
}

// True when edges lead from `start` to `goal`.
bool Leads(std::string_view start, std::string_view goal) {
  std::set<std::string_view> seen = {start};
  for (bool grew = true; grew;) {
    grew = false;
    for (const Edge& edge : kEdges) {
      if (seen.contains(edge.first)) grew |= seen.insert(edge.second).second;
    }
  }
  return start != goal && seen.contains(goal);
}

}  // namespace

CheckResult LegalTransitionsOnly::Judge(const CheckInput& input) const {
  const Table& table = *input.evidence.Find("transitions");
  const Table& orders = *input.evidence.Find("orders");
  const RowIndex moves(&table, "order_no");
  const RowIndex by_number(&orders, "order_no");
  CheckResult result;
  std::map<std::string, std::string> now;  // the state an order last moved to
  for (size_t row = 0; row < table.rows.size(); ++row) {
    ++result.examined;
    const std::string order_no = table.At(row, "order_no");
    const std::string from = table.At(row, "from_state");
    const std::string to = table.At(row, "to_state");
    const auto before = now.find(order_no);
    if (before != now.end() && before->second != from) {
      AddFinding(result, {"illegal_transition",
                          order_no,
                          Format("the next move to begin at {}", before->second),
                          Format("{} -> {}", from, to),
                          {moves.Show(order_no)}});
    } else if (!IsEdge(from, to)) {
      AddFinding(result, {Leads(to, from) ? "moved_back" : "illegal_transition",
                          order_no,
                          "a move along an edge of the state graph",
                          Format("{} -> {}", from, to),
                          {moves.Show(order_no), by_number.Show(order_no)}});
    }
    now[order_no] = to;
  }
  for (size_t row = 0; row < orders.rows.size(); ++row) {
    ++result.examined;
    const std::string order_no = orders.At(row, "order_no");
    const std::string state = orders.At(row, "state");
    const auto last = now.find(order_no);
    if (last == now.end() || last->second == state) continue;
    AddFinding(result, {"illegal_transition",
                        order_no,
                        Format("the state {}, to which it last moved", last->second),
                        state,
                        {moves.Show(order_no), by_number.Show(order_no)}});
  }
  return result;
}

}  // namespace paystorm
