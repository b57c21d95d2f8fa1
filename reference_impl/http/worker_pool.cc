#include "http/worker_pool.h"

#include <utility>

namespace paystorm_reference {

WorkerPool::WorkerPool(size_t workers, size_t queue) : most_(workers + queue) {
  threads_.reserve(workers);
  try {
    for (size_t i = 0; i < workers; ++i) threads_.emplace_back([this] { Work(); });
  } catch (...) {
    Stop();
    throw;
  }
}

WorkerPool::~WorkerPool() { Stop(); }

bool WorkerPool::TryRun(Task task) {
  {
    std::lock_guard lock(mutex_);
    if (stopping_ || running_ + waiting_.size() >= most_) return false;
    waiting_.push_back(std::move(task));
  }
  wake_.notify_one();
  return true;
}

void WorkerPool::Stop() {
  std::deque<Task> dropped;  // destroyed without the lock
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    dropped.swap(waiting_);
  }
  wake_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void WorkerPool::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    Task task = std::move(waiting_.front());
    waiting_.pop_front();
    ++running_;
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
    --running_;
  }
}

}  // namespace paystorm_reference
