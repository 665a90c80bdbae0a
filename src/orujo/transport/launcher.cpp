// The variables of mpirun, of PMI and PMIx, and of srun.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/launcher.hpp"

#include <charconv>

#include <fmt/format.h>

#include "orujo/base/error.hpp"

namespace orujo {

namespace {

class announcements {
public:
  explicit announcements(const environment_lookup& lookup) : lookup_(lookup) {}

  [[nodiscard]] bool has(const std::string& name) const { return lookup_(name).has_value(); }

  [[nodiscard]] std::optional<int> number(const std::string& name) const {
    const std::optional<std::string> text = lookup_(name);
    if (!text) { return std::nullopt; }
    int value = 0;
    const char* const end = text->data() + text->size();
    const auto [stop, problem] = std::from_chars(text->data(), end, value);
    if (problem != std::errc() || stop != end || value < 0) {
      throw transport_error(
          fmt::format("the launcher announced {}='{}', which is no number", name, *text));
    }
    return value;
  }

private:
  const environment_lookup& lookup_;
};

/// Tasks of the job step that srun started. A batch script has no step: srun did not start it.
std::optional<int> step_size(const announcements& given) {
  if (!given.has("SLURM_STEP_ID") || !given.has("SLURM_PROCID")) { return std::nullopt; }
  const std::optional<int> tasks = given.number("SLURM_STEP_NUM_TASKS");
  return tasks ? tasks : given.number("SLURM_NTASKS");
}

std::optional<launcher_info> from_openmpi(const announcements& given) {
  const auto size = given.number("OMPI_COMM_WORLD_SIZE");
  const auto rank = given.number("OMPI_COMM_WORLD_RANK");
  if (!size || !rank) { return std::nullopt; }
  return launcher_info{"mpirun of Open MPI", "OMPI_COMM_WORLD_SIZE", *rank, *size, {"openmpi"}};
}

/// PMI: Hydra, the mpirun of MPICH; or srun with its pmi2 plug-in, where the step is as large.
std::optional<launcher_info> from_pmi(const announcements& given) {
  const auto size = given.number("PMI_SIZE");
  const auto rank = given.number("PMI_RANK");
  if (!size || !rank) { return std::nullopt; }
  if (step_size(given) == size) {
    return launcher_info{"srun", "PMI_SIZE", *rank, *size, {"mpich", "abi", "openmpi"}};
  }
  return launcher_info{"mpirun of MPICH", "PMI_SIZE", *rank, *size, {"mpich", "abi"}};
}

std::optional<launcher_info> from_pmix(const announcements& given) {
  const auto rank = given.number("PMIX_RANK");
  if (!rank) { return std::nullopt; }
  const std::optional<int> step = step_size(given);
  return launcher_info{step ? "srun" : "a PMIx launcher",
                       "PMIX_RANK",
                       *rank,
                       step.value_or(0),
                       {"openmpi", "mpich", "abi"}};
}

/// srun without a PMI, as with --mpi=none: its tasks cannot find each other, but one alone need
/// not.
std::optional<launcher_info> from_srun(const announcements& given) {
  const std::optional<int> size = step_size(given);
  if (!size || *size == 1) { return std::nullopt; }
  return launcher_info{
      "srun", "SLURM_STEP_ID", given.number("SLURM_PROCID").value_or(0), *size, {}};
}

}  // namespace

launcher_info detect_launcher(const environment_lookup& lookup) {
  const announcements given(lookup);
  // mpirun may itself run inside a step of srun: what is nearest to us is asked first.
  for (const auto& ask : {from_openmpi, from_pmi, from_pmix, from_srun}) {
    if (auto found = ask(given)) { return *std::move(found); }
  }
  return {};
}

}  // namespace orujo
