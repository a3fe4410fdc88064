#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "brink/base/json.h"
#include "brink/dataset/columns.h"
#include "brink/import/format.h"

namespace brink {

/// Calls `row` for every object of a file of JSON lines, or of one JSON list. Blank lines are passed over. Throws
/// Error(kInput) naming file:line, or the row of a list, for what is not JSON, not an object or not UTF-8, for a cut
/// last line, and for a RowError of `row`.
void each_json_row(const std::filesystem::path& path, const std::function<void(const Json& row, int line)>& row);

/// Calls `row` for every row of comma-separated values, as an object of texts under the header's names. Errors as
/// above.
void each_csv_row(const std::filesystem::path& path, const std::function<void(const Json& row, int line)>& row);

/// A member of an object; nullptr when there is none, or it is null, or `object` is no object.
const Json* member(const Json& object, std::string_view name);
/// The same; throws RowError when there is none.
const Json& need(const Json& object, std::string_view name);
/// The first of several members that is there.
const Json* first_member(const Json& object, std::initializer_list<std::string_view> names);
/// A scalar member as text; nothing when there is none.
std::optional<std::string> text_member(const Json& object, std::string_view name);
/// A whole number that is not negative, as 12 or 12.0, and no more than 2^30; nothing of another value.
std::optional<int> count_of(const Json& value);
/// The same of a member; 0 where there is none.
int count_member(const Json& object, std::string_view name);

/// Why generation ended, in the words of the common servers and tools; kUnknown for another word.
Finish finish_of(std::string_view word);

/// The content of a message as the common APIs write it: a text, or a list of parts whose texts are joined.
std::string content_text(const Json& message);
/// A list of {role, content}. Throws RowError for another shape.
Messages messages_of(const Json& list);

/// A completion of thinking and response as an API gives them: the trajectory is one behind the other.
Completion completion_of(std::string thinking, const std::string& response, Finish finish = Finish::kUnknown);

/// Takes question and options out of a prompt where the item lacks them; and where the item has options that the
/// prompt shows in another order, puts them into that order. The gold stays the option it was.
void read_prompt(RawItem& item, std::string_view prompt);

}  // namespace brink
