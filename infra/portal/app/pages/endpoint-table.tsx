import { nameOf, type Subscription } from "../api/reads.ts";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";

const worst = ["disabled", "paused", "open", "healthy"];

export function EndpointTable({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  return (
    <Table
      label="Endpoints"
      rows={subscriptions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Endpoint",
          by: nameOf,
          cell: (one) => (
            <>
              <a data-row href={`/portal/endpoints/${one.id}`}>
                {nameOf(one)}
              </a>
              {one.description !== undefined && <div class="small soft">{one.url ?? "Events are fetched"}</div>}
            </>
          ),
        },
        {
          title: "Health",
          by: ({ endpoint }) => worst.indexOf(endpoint.state),
          cell: ({ endpoint, status }) => <StateStatus state={status === "disabled" ? "disabled" : endpoint.state} />,
        },
        { title: "Since", cell: ({ endpoint, updatedAt }) => <Time at={endpoint.since ?? updatedAt} /> },
        {
          title: "Failed of last 20",
          isNumber: true,
          by: ({ endpoint }) => endpoint.recentFailures,
          cell: ({ endpoint }) => endpoint.recentFailures,
        },
        { title: "Events", cell: ({ eventTypes }) => <span class="small">{eventTypes.join(", ")}</span> },
      ]}
    />
  );
}
