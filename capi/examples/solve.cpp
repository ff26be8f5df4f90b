// Solves a problem on a graph that belongs to the application, with a plan that igc chooses.
//
// The graph borrows the vectors of the application, so nothing is copied on the processor.

#include <igc.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// Frees a handle with its function.
template <auto release> struct Free {
    template <typename Handle> void operator()(Handle *handle) const { release(handle); }
};

using Device = std::unique_ptr<igc_device, Free<igc_device_free>>;
using Graph = std::unique_ptr<igc_graph, Free<igc_graph_free>>;
using Session = std::unique_ptr<igc_session, Free<igc_session_free>>;
using Arguments = std::unique_ptr<igc_arguments, Free<igc_arguments_free>>;
using Outcome = std::unique_ptr<igc_outcome, Free<igc_outcome_free>>;

// Takes an error of igc, and throws it.
class Error {
public:
    ~Error() { igc_error_free(error); }
    // The place for the error of a call.
    igc_error **place() { return &error; }
    void check(igc_status status) const
    {
        if (status != IGC_OK)
            throw std::runtime_error(igc_error_rendered(error));
    }

private:
    igc_error *error = nullptr;
};

// Calls a function that makes a handle.
template <typename Handle, typename Function, typename... Given> Handle make(Function function, Given... given)
{
    typename Handle::pointer made = nullptr;
    Error error;
    error.check(function(given..., &made, error.place()));
    return Handle(made);
}

// The arrays of a graph, which igc gives back by `release`.
struct Arrays {
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> targets;
    static void release(void *arrays) { delete static_cast<Arrays *>(arrays); }
};

void run()
{
    // A path of four nodes: 0 - 1 - 2 - 3.
    auto *arrays = new Arrays{{0, 1, 3, 5, 6}, {1, 0, 2, 1, 3, 2}};
    igc_csr csr{};
    csr.node_count = 4;
    csr.edge_count = arrays->targets.size();
    csr.offset_type = IGC_TYPE_U32;
    csr.offsets = arrays->offsets.data();
    csr.targets = arrays->targets.data();

    const auto device = make<Device>(igc_device_open, "cpu");
    const auto graph = make<Graph>(igc_graph_from_csr, &csr, &Arrays::release, static_cast<void *>(arrays));
    const auto session = make<Session>(igc_session_new, device.get(), graph.get());
    const auto arguments = make<Arguments>(igc_arguments_new);
    Error error;
    error.check(igc_arguments_set_u64(arguments.get(), "source", 3, error.place()));
    error.check(igc_arguments_set_check(arguments.get(), true, error.place()));

    const auto outcome = make<Outcome>(igc_session_solve, session.get(), "bfs", arguments.get());
    igc_array level{};
    error.check(igc_outcome_output(outcome.get(), "level", &level, error.place()));
    const auto *levels = static_cast<const std::uint32_t *>(level.data);
    std::cout << "levels:";
    for (std::size_t node = 0; node < level.count; node++)
        std::cout << ' ' << levels[node];
    std::cout << (igc_outcome_is_refused(outcome.get()) ? " (wrong)\n" : " (checked)\n");
}

} // namespace

int main()
{
    try {
        run();
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
