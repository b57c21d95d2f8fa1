#ifndef PAYSTORM_HARNESS_RUN_REFERENCE_SUBJECT_H_
#define PAYSTORM_HARNESS_RUN_REFERENCE_SUBJECT_H_

// How the bundled reference server is started as a subject. Pure.

#include <string>

#include "harness/scenario/scenario.h"
#include "harness/subject/subject.h"
#include "mockgw/channel/channel.h"

namespace paystorm {

struct ReferenceSetup {
  std::string program;
  mockgw::ChannelKeys keys;
  std::string keys_dir;
  std::string mysql_address;
  std::string database;
  std::string redis_address;
  std::string folder;  // for the port file and the log
};

// Instance 0 is named "a", 1 "b", and so on.
CommandSubject ReferenceCommand(const ReferenceSubject& reference, const ReferenceSetup& setup,
                                int instance);

// "reference", "reference, 2 instances, defect article", "reference without lock"
std::string Describe(const SubjectSpec& subject);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_REFERENCE_SUBJECT_H_
