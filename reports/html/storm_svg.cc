#include <algorithm>
#include <array>

#include "mockgw/base/format.h"
#include "reports/html/svg.h"
#include "reports/phrases.h"
#include "reports/text.h"

namespace paystorm::reports {
namespace {

constexpr int kBarWidth = 560;
constexpr int kBarHeight = 26;
constexpr int kLeastPart = 4;  // pixels: one of 1,000 must be seen
constexpr int kCharWidth = 7;

constexpr int kBins = 50;
constexpr int kBinWidth = 5;
constexpr int kHistogramHeight = 40;

std::string Open(int width, int height, const std::string& id, const std::string& title,
                 const std::string& description) {
  return Format(
      "<svg class=\"chart\" role=\"img\" aria-labelledby=\"{2}-t {2}-d\" viewBox=\"0 0 {0} {1}\" "
      "width=\"{0}\" height=\"{1}\"><title id=\"{2}-t\">{3}</title><desc id=\"{2}-d\">{4}</desc>",
      width, height, id, EscapeXml(title), EscapeXml(description));
}

std::vector<SplitPart> PartsOf(const StormStats& storm) {
  std::vector<SplitPart> parts = StormSplit(storm);
  if (!parts.empty()) return parts;
  parts = {{"acknowledged", "acknowledged", storm.acknowledged},
           {"refused", "refused", storm.refused},
           {"unanswered", "unanswered", storm.unanswered}};
  std::erase_if(parts, [](const SplitPart& part) { return part.count <= 0; });
  return parts;
}

// Widths in proportion, but none below kLeastPart; their sum is kBarWidth.
std::vector<int> Widths(const std::vector<SplitPart>& parts) {
  int64_t total = 0;
  for (const SplitPart& part : parts) total += part.count;
  std::vector<int> widths;
  int used = 0;
  for (const SplitPart& part : parts) {
    widths.push_back(std::max<int>(
        kLeastPart, static_cast<int>(part.count * kBarWidth / std::max<int64_t>(1, total))));
    used += widths.back();
  }
  *std::max_element(widths.begin(), widths.end()) += kBarWidth - used;
  return widths;
}

}  // namespace

std::string SplitBarSvg(const StormStats& storm, const std::string& id) {
  const std::vector<SplitPart> parts = PartsOf(storm);
  if (parts.empty()) return {};
  const std::vector<int> widths = Widths(parts);
  std::string svg =
      Open(kBarWidth, kBarHeight, id, Format("Wave {}", storm.wave),
           Format("{} delivered: {}", Thousands(storm.deliveries), StormSplitLine(storm)));
  int x = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string label =
        Format("{} {}", Thousands(parts[i].count),
               parts[i].label.starts_with("the ") ? parts[i].label.substr(4) : parts[i].label);
    svg += Format(
        "<g><title>{3}</title><rect class=\"part-{2}\" x=\"{0}\" width=\"{1}\" y=\"0\" "
        "height=\"{4}\"/><rect class=\"over-{2}\" x=\"{0}\" width=\"{1}\" y=\"0\" "
        "height=\"{4}\"/>",
        x, widths[i], parts[i].key, label, kBarHeight);
    if (static_cast<int>(label.size()) * kCharWidth + 10 < widths[i]) {
      const int box = static_cast<int>(label.size()) * kCharWidth + 6;
      svg += Format(
          "<rect class=\"plate\" x=\"{}\" y=\"5\" width=\"{}\" height=\"16\" rx=\"3\"/>"
          "<text class=\"plate-text\" x=\"{}\" y=\"17\">{}</text>",
          x + 3, box, x + 3 + box / 2, label);
    }
    svg += "</g>";
    x += widths[i];
  }
  return svg + "</svg>";
}

std::string AnswersSvg(const std::vector<const mockgw::Delivery*>& deliveries,
                       const std::string& id) {
  if (deliveries.empty()) return {};
  int64_t first = deliveries[0]->start_us;
  int64_t last = deliveries[0]->end_us;
  for (const mockgw::Delivery* delivery : deliveries) {
    first = std::min(first, delivery->start_us);
    last = std::max(last, delivery->end_us);
  }
  const int64_t span = std::max<int64_t>(1, last - first);
  std::array<std::array<int64_t, 3>, kBins> bins = {};
  for (const mockgw::Delivery* delivery : deliveries) {
    const int64_t bin = std::min<int64_t>(kBins - 1, (delivery->end_us - first) * kBins / span);
    ++bins[static_cast<size_t>(bin)][static_cast<size_t>(delivery->acknowledgement)];
  }
  int64_t most = 1;
  for (const auto& bin : bins) most = std::max(most, bin[0] + bin[1] + bin[2]);
  std::string svg = Open(kBins * kBinWidth, kHistogramHeight + 16, id, "Answers over time",
                         Format("{} answers within {}; at most {} in one of {} slices of time",
                                Thousands(static_cast<int64_t>(deliveries.size())), RealTime(span),
                                Thousands(most), kBins));
  constexpr std::array<std::string_view, 3> kKeys = {"acknowledged", "refused", "unanswered"};
  for (int i = 0; i < kBins; ++i) {
    int y = kHistogramHeight;
    for (size_t outcome = 0; outcome < 3; ++outcome) {
      const int64_t count = bins[static_cast<size_t>(i)][outcome];
      if (count == 0) continue;
      const int height = std::max<int>(2, static_cast<int>(count * (kHistogramHeight - 4) / most));
      y -= height;
      svg += Format("<rect class=\"part-{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                    kKeys[outcome], i * kBinWidth, y, kBinWidth - 1, height);
    }
  }
  svg += Format(
      "<path class=\"axis\" d=\"M0 {0}.5H{1}\"/><text class=\"tick\" x=\"0\" y=\"{2}\">"
      "0</text><text class=\"tick end\" x=\"{1}\" y=\"{2}\">{3}</text>",
      kHistogramHeight, kBins * kBinWidth, kHistogramHeight + 12, RealTime(span));
  return svg + "</svg>";
}

}  // namespace paystorm::reports
