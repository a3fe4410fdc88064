#include "one_by_one.h"

#include <deque>

namespace brink {

void answer_one_by_one(std::span<const Bundle> bundles, const Backend::Sink& sink, const Backend::FollowUps& follow_ups,
                       const std::stop_token& stop, const std::function<Response(const Request&)>& respond) {
  for (const Bundle& bundle : bundles) {
    std::deque<Request> waiting(bundle.requests.begin(), bundle.requests.end());
    while (!waiting.empty()) {
      if (stop.stop_requested()) return;
      const Request request = std::move(waiting.front());
      waiting.pop_front();
      const Response response = respond(request);
      sink(request, response);
      if (!follow_ups) continue;
      std::vector<Request> next = follow_ups(request, response);
      waiting.insert(waiting.begin(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
    }
  }
}

}  // namespace brink
