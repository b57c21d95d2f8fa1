// The JSON of a run record: field for field as in run_record_fields.h, enumerators as their words,
// null cells as null, and the deliveries, which may be many, as one table:
//   "deliveries":{"columns":["id","notify_id",...],"rows":[[1,"EV-1",...],...]}
// RunRecord's "verdict" and "exit_code" are written for readers without our code; they follow from
// the rest and are not read back.

#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

#include "harness/record/run_record.h"
#include "harness/record/run_record_fields.h"

namespace paystorm {
namespace {

using record_fields::VisitFields;

// Gives the word-to-value functions of every enumeration one name.
std::optional<Verdict> FromWord(std::string_view word, const Verdict&) {
  return VerdictFromString(word);
}
std::optional<mockgw::EventKind> FromWord(std::string_view word, const mockgw::EventKind&) {
  return mockgw::EventKindFromString(word);
}
std::optional<mockgw::OrderForm> FromWord(std::string_view word, const mockgw::OrderForm&) {
  return mockgw::OrderFormFromString(word);
}
std::optional<mockgw::Shape> FromWord(std::string_view word, const mockgw::Shape&) {
  return mockgw::ShapeFromString(word);
}
std::optional<mockgw::Variant> FromWord(std::string_view word, const mockgw::Variant&) {
  return mockgw::VariantFromString(word);
}
std::optional<mockgw::Acknowledgement> FromWord(std::string_view word,
                                                const mockgw::Acknowledgement&) {
  return mockgw::AcknowledgementFromString(word);
}

struct Writer {
  Json operator()(const std::string& value) const { return value; }
  template <typename T>
  requires std::integral<T> Json operator()(T value) const { return value; }
  template <typename T>
  requires std::is_enum_v<T> Json operator()(T value) const { return std::string(ToString(value)); }
  Json operator()(const SystemTime& value) const { return value.time_since_epoch().count(); }
  Json operator()(const Cell& value) const { return value ? Json(*value) : Json(nullptr); }
  template <typename T>
  Json operator()(const std::vector<T>& values) const {
    Json array = Json::array();
    for (const T& value : values) array.push_back((*this)(value));
    return array;
  }
  template <typename T>
  Json operator()(const std::map<std::string, T, std::less<>>& values) const {
    Json object = Json::object();
    for (const auto& [key, value] : values) object[key] = (*this)(value);
    return object;
  }
  Json operator()(const std::vector<mockgw::Delivery>& deliveries) const {
    Json columns = Json::array();
    const mockgw::Delivery any;
    VisitFields(any, [&](const char* name, const auto&) { columns.push_back(name); });
    Json rows = Json::array();
    for (const mockgw::Delivery& delivery : deliveries) {
      Json row = Json::array();
      VisitFields(delivery, [&](const char*, const auto& v) { row.push_back((*this)(v)); });
      rows.push_back(std::move(row));
    }
    return Json{{"columns", std::move(columns)}, {"rows", std::move(rows)}};
  }
  template <typename T>
  requires std::is_class_v<T> Json operator()(const T& value) const {
    Json object = Json::object();
    VisitFields(value, [&](const char* name, const auto& v) { object[name] = (*this)(v); });
    return object;
  }
};

// Reads into `out`; remembers the first thing that is wrong, with its path.
class Reader {
 public:
  const std::string& error() const { return error_; }

  void Read(const Json& json, std::string& out) {
    if (!json.is_string()) return Fail("must be a text");
    out = json.get<std::string>();
  }
  void Read(const Json& json, bool& out) {
    if (!json.is_boolean()) return Fail("must be true or false");
    out = json.get<bool>();
  }
  template <typename T>
  requires std::integral<T>
  void Read(const Json& json, T& out) {
    if (!json.is_number_integer()) return Fail("must be a whole number");
    if (json.is_number_unsigned()) {
      const uint64_t value = json.get<uint64_t>();
      if (!std::in_range<T>(value)) return Fail("is out of range");
      out = static_cast<T>(value);
      return;
    }
    const int64_t value = json.get<int64_t>();
    if (!std::in_range<T>(value)) return Fail("is out of range");
    out = static_cast<T>(value);
  }
  template <typename T>
  requires std::is_enum_v<T>
  void Read(const Json& json, T& out) {
    if (!json.is_string()) return Fail("must be a word");
    const std::optional<T> value = FromWord(json.get_ref<const std::string&>(), out);
    if (!value) return Fail("is an unknown word: " + json.get_ref<const std::string&>());
    out = *value;
  }
  void Read(const Json& json, SystemTime& out) {
    int64_t count = 0;
    Read(json, count);
    out = SystemTime(std::chrono::microseconds(count));
  }
  void Read(const Json& json, Cell& out) {
    if (json.is_null()) {
      out.reset();
      return;
    }
    Read(json, out.emplace());
  }
  template <typename T>
  void Read(const Json& json, std::vector<T>& out) {
    if (!json.is_array()) return Fail("must be an array");
    out.resize(json.size());
    for (size_t i = 0; i < out.size() && error_.empty(); ++i) {
      In("[" + std::to_string(i) + "]", [&] { Read(json[i], out[i]); });
    }
  }
  template <typename T>
  void Read(const Json& json, std::map<std::string, T, std::less<>>& out) {
    if (!json.is_object()) return Fail("must be an object");
    for (auto item = json.begin(); item != json.end(); ++item) {
      In("." + item.key(), [&] { Read(item.value(), out[item.key()]); });
    }
  }
  void Read(const Json& json, std::vector<mockgw::Delivery>& out) {
    DeliveryTable table;
    if (!json.is_object()) return Fail("must be an object");
    ReadField(json, "columns", table.columns);
    ReadField(json, "rows", table.rows);
    if (!error_.empty()) return;
    std::map<std::string, size_t, std::less<>> index;
    for (size_t i = 0; i < table.columns.size(); ++i) index[table.columns[i]] = i;
    out.resize(table.rows.size());
    for (size_t i = 0; i < out.size() && error_.empty(); ++i) {
      In(".rows[" + std::to_string(i) + "]", [&] { ReadRow(table.rows[i], index, out[i]); });
    }
  }
  void Read(const Json& json, Table& out) {
    ReadObject(json, out);
    for (const std::vector<Cell>& row : out.rows) {
      if (row.size() != out.columns.size()) return Fail("has a row that is not as long as columns");
    }
  }
  template <typename T>
  requires std::is_class_v<T>
  void Read(const Json& json, T& out) { ReadObject(json, out); }

 private:
  struct DeliveryTable {
    std::vector<std::string> columns;
    std::vector<Json> rows;
  };

  void Read(const Json& json, Json& out) { out = json; }

  template <typename T>
  void ReadObject(const Json& json, T& out) {
    if (!json.is_object()) return Fail("must be an object");
    VisitFields(out, [&](const char* name, auto& field) { ReadField(json, name, field); });
  }

  template <typename T>
  void ReadField(const Json& json, const char* name, T& field) {
    if (!error_.empty()) return;
    In(std::string(".") + name, [&] {
      const auto found = json.find(name);
      if (found == json.end()) return Fail("is missing");
      Read(*found, field);
    });
  }

  void ReadRow(const Json& row, const std::map<std::string, size_t, std::less<>>& index,
               mockgw::Delivery& out) {
    if (!row.is_array()) return Fail("must be an array");
    VisitFields(out, [&](const char* name, auto& field) {
      const auto column = index.find(name);
      if (!error_.empty()) return;
      if (column == index.end()) return Fail(std::string("has no column ") + name);
      if (column->second >= row.size()) return Fail("is not as long as columns");
      In(std::string(".") + name, [&] { Read(row[column->second], field); });
    });
  }

  template <typename Step>
  void In(const std::string& key, const Step& step) {
    const size_t before = path_.size();
    path_ += key;
    step();
    path_.resize(before);
  }

  void Fail(const std::string& what) {
    if (error_.empty())
      error_ = "run record: " + (path_.empty() ? "it" : path_.substr(1)) + " " + what;
  }

  std::string path_;
  std::string error_;
};

}  // namespace

Json ToJson(const RunRecord& record) {
  Json json = Writer()(record);
  json["verdict"] = std::string(ToString(record.verdict()));
  json["exit_code"] = record.exit_code();
  return json;
}

Result<RunRecord> RunRecordFromJson(const Json& json) {
  RunRecord record;
  Reader reader;
  reader.Read(json, record);
  if (!reader.error().empty()) return Invalid(reader.error());
  if (record.version != 1) {
    return Invalid("run record: version " + std::to_string(record.version) +
                   " is unknown; this program reads version 1");
  }
  return record;
}

}  // namespace paystorm
