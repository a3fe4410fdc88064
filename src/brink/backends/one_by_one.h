#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "brink/model/backend.h"

namespace brink {

/// Backend::answer() for back ends that answer a request at once from the request alone: one after another, the
/// follow-ups of a request right behind it.
/// @param respond  the response to a request, a pure function of it.
void answer_one_by_one(std::span<const Bundle> bundles, const Backend::Sink& sink, const Backend::FollowUps& follow_ups,
                       const std::stop_token& stop, const std::function<Response(const Request&)>& respond);

}  // namespace brink
