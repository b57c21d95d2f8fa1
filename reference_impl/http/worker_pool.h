#ifndef PAYSTORM_REFERENCE_HTTP_WORKER_POOL_H_
#define PAYSTORM_REFERENCE_HTTP_WORKER_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace paystorm_reference {

// A fixed number of threads and a bounded queue before them.
//
// Thread-safe.
class WorkerPool final {
 public:
  using Task = std::function<void()>;  // must not throw

  // `queue` counts only tasks that find every worker busy.
  WorkerPool(size_t workers, size_t queue);
  ~WorkerPool();

  // False, and the task is dropped, when all workers are busy and the queue is full, or after Stop.
  bool TryRun(Task task);

  // Drops what waits, waits for what runs, joins.
  void Stop();

 private:
  void Work();

  const size_t most_;  // tasks running and waiting together

  std::mutex mutex_;  // guards everything below
  std::condition_variable wake_;
  std::deque<Task> waiting_;
  size_t running_ = 0;
  bool stopping_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_WORKER_POOL_H_
