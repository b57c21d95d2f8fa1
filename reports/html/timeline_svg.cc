#include <algorithm>
#include <array>

#include "mockgw/base/format.h"
#include "reports/html/svg.h"
#include "reports/phrases.h"
#include "reports/text.h"

namespace paystorm::reports {
namespace {

using Kind = TimelineMark::Kind;

constexpr int kGutter = 190;  // the lanes' names
constexpr int kPlotWidth = 860;
constexpr int kNarrowPitch = 64;  // below, labels stand in two rows
constexpr int kLaneHeight = 36;
constexpr int kBottom = 40;
constexpr int kRadius = 9;
constexpr int kLabelChars = 26;

class Drawing {
 public:
  Drawing(const Timeline& timeline, std::string id) : timeline_(timeline), id_(std::move(id)) {
    const int columns = static_cast<int>(timeline.columns.size());
    pitch_ = std::clamp(kPlotWidth / columns, 34, 96);
    width_ = std::max(kGutter + columns * pitch_ + 30, 520);
    const bool skips = std::any_of(timeline.columns.begin(), timeline.columns.end(),
                                   [](const TimelineColumn& c) { return c.skipped_ms > 0; });
    top_ = !skips ? 4 : pitch_ < kNarrowPitch ? 42 : 28;
    height_ = top_ + static_cast<int>(timeline.lanes.size()) * kLaneHeight + kBottom;
  }

  std::string Draw() {
    Open();
    for (size_t lane = 0; lane < timeline_.lanes.size(); ++lane) DrawLaneBack(lane);
    for (size_t column = 0; column < timeline_.columns.size(); ++column) DrawColumn(column);
    for (size_t lane = 0; lane < timeline_.lanes.size(); ++lane) {
      for (const TimelineMark& mark : timeline_.lanes[lane].marks) DrawMark(mark, MiddleOf(lane));
    }
    return svg_ + "</svg>";
  }

 private:
  int XOf(size_t column) const { return kGutter + static_cast<int>(column) * pitch_ + pitch_ / 2; }
  int MiddleOf(size_t lane) const {
    return top_ + static_cast<int>(lane) * kLaneHeight + kLaneHeight / 2;
  }

  void Open() {
    std::string description;
    for (const TimelineLane& lane : timeline_.lanes) {
      description += lane.label + ":";
      for (const TimelineMark& mark : lane.marks) description += " " + mark.title + ";";
      description += " ";
    }
    svg_ += Format(
        "<svg class=\"chart timeline\" role=\"img\" aria-labelledby=\"{2}-t {2}-d\" "
        "viewBox=\"0 0 {0} {1}\" style=\"max-width:{0}px;min-width:{3}px\"><title id=\"{2}-t\">"
        "Timeline</title><desc id=\"{2}-d\">{4}</desc>",
        width_, height_, id_, width_ * 7 / 10, EscapeXml(description));
  }

  void DrawLaneBack(size_t lane) {
    const int y = top_ + static_cast<int>(lane) * kLaneHeight;
    const TimelineLane& one = timeline_.lanes[lane];
    if (lane % 2 == 0) {
      svg_ += Format("<rect class=\"lane\" x=\"0\" y=\"{}\" width=\"{}\" height=\"{}\"/>", y,
                     width_, kLaneHeight);
    }
    const bool two = !one.detail.empty();
    svg_ += Format("<text class=\"lane-name\" x=\"8\" y=\"{}\">{}</text>",
                   MiddleOf(lane) + (two ? -2 : 4),
                   EscapeXml(Truncate(OneLine(one.label), kLabelChars)));
    if (two) {
      svg_ += Format("<text class=\"tick\" x=\"8\" y=\"{}\">{}</text>", MiddleOf(lane) + 11,
                     EscapeXml(Truncate(OneLine(one.detail), kLabelChars)));
    }
  }

  void DrawColumn(size_t column) {
    const TimelineColumn& one = timeline_.columns[column];
    const int x = XOf(column);
    const int axis = height_ - kBottom;
    if (column > 0 && one.skipped_ms > 0) {
      const int middle = x - pitch_ / 2;
      upper_row_ = pitch_ < kNarrowPitch && !upper_row_;
      const int text_y = top_ - (upper_row_ ? 26 : 12);
      svg_ += Format(
          "<path class=\"skip\" d=\"M{0} {1}V{2}\"/><text class=\"skip-text\" x=\"{0}\" "
          "y=\"{3}\">+{4}</text><path class=\"break\" d=\"M{5} {6}l4 -8m2 8l4 -8\"/>",
          middle, text_y + 4, axis, text_y, GatewayTime(one.skipped_ms), middle - 5, axis + 4);
    }
    const bool same =
        column > 0 && one.skipped_ms == 0 &&
        GatewayTime(one.gateway_ms) == GatewayTime(timeline_.columns[column - 1].gateway_ms);
    svg_ += Format("<path class=\"axis\" d=\"M{} {}v4\"/>", x, axis);
    if (same) return;
    // Two labels share the room of one: they stand in two rows.
    second_row_ = pitch_ < kNarrowPitch && !second_row_;
    svg_ += Format("<text class=\"tick mid\" x=\"{}\" y=\"{}\">{}</text>", x,
                   axis + (second_row_ ? 30 : 16), GatewayTime(one.gateway_ms));
  }

  void DrawMark(const TimelineMark& mark, int y) {
    const int x = XOf(mark.column);
    const int end = XOf(mark.end_column);
    svg_ += "<g><title>" + EscapeXml(OneLine(mark.title)) + "</title>";
    switch (mark.kind) {
      case Kind::kBroken:
        DrawBroken(x, mark.ends ? end : width_ - 12, y, mark.ends);
        break;
      case Kind::kMoment:
        svg_ += Format("<path class=\"moment\" d=\"M{} {}l4 -9h-3l3 -8h-8l-3 10h4l-2 7z\"/>", x - 1,
                       y + 9);
        break;
      case Kind::kStorm:
        DrawStorm(x, y);
        break;
      case Kind::kAcknowledged:
      case Kind::kRefused:
      case Kind::kUnanswered:
        // A bar while others came and went; the answer stands at its end.
        if (end > x)
          svg_ += Format("<path class=\"flight\" d=\"M{0} {1}v12m0 -6H{2}\"/>", x, y - 6, end);
        DrawOutcome(mark.kind, end, y);
        break;
    }
    svg_ += "</g>";
  }

  void DrawBroken(int x, int end, int y, bool ends) {
    svg_ += Format(
        "<rect class=\"broken\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"14\" rx=\"3\"/>"
        "<path class=\"broken-edge\" d=\"M{} {}v18\"/>",
        x, y - 7, std::max(6, end - x), x, y - 9);
    if (ends) svg_ += Format("<path class=\"healed\" d=\"M{} {}v18\"/>", end, y - 9);
  }

  void DrawStorm(int x, int y) {
    for (const int offset : {-9, -3, 3, 9}) {
      svg_ += Format("<path class=\"gust\" d=\"M{} {}l6 7l-6 7\"/>", x + offset - 3, y - 7);
    }
  }

  void DrawOutcome(Kind kind, int x, int y) {
    if (kind == Kind::kAcknowledged) {
      svg_ += Format(
          "<circle class=\"ack\" cx=\"{}\" cy=\"{}\" r=\"{}\"/><path class=\"glyph\" "
          "d=\"M{} {}l3 3l5 -6\"/>",
          x, y, kRadius, x - 4, y);
    } else if (kind == Kind::kRefused) {
      svg_ += Format(
          "<rect class=\"refused\" x=\"{}\" y=\"{}\" width=\"16\" height=\"16\"/>"
          "<path class=\"glyph\" d=\"M{} {}l7 7m0 -7l-7 7\"/>",
          x - 8, y - 8, x - 3, y - 3);
    } else {
      svg_ += Format(
          "<path class=\"unanswered\" d=\"M{} {}l10 10l-10 10l-10 -10z\"/>"
          "<text class=\"unanswered-text\" x=\"{}\" y=\"{}\">?</text>",
          x, y - 10, x, y + 4);
    }
  }

  const Timeline& timeline_;
  std::string id_;
  std::string svg_;
  int pitch_ = 0;
  int top_ = 0;
  int width_ = 0;
  int height_ = 0;
  bool second_row_ = false;
  bool upper_row_ = false;
};

}  // namespace

std::string TimelineSvg(const Timeline& timeline, const std::string& id) {
  if (timeline.columns.empty()) return {};
  return Drawing(timeline, id).Draw();
}

}  // namespace paystorm::reports
