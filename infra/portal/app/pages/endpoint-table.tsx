import { nameOf, type Subscription } from "../api/reads.ts";
import type { StatisticsById } from "../api/statistics.ts";
import { Sparkline } from "../components/sparkline.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Lasting, Time } from "../components/time.tsx";
import { causeOf } from "../logic/attempt-cause.ts";
import { healthOf } from "../logic/endpoint-words.ts";
import { typesText } from "../logic/event-choice.ts";
import { seriesOf } from "../logic/series.ts";

const worst = ["disabled", "paused", "open", "unsteady", "healthy"];

export function EndpointTable({
  subscriptions,
  statistics,
}: {
  subscriptions: readonly Subscription[];
  /** Undefined until loaded. */
  statistics: StatisticsById | undefined;
}) {
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
              {one.description !== undefined && <div class="small soft">{one.url ?? "Pull queue"}</div>}
            </>
          ),
        },
        {
          title: "Health",
          by: (one) => worst.indexOf(healthOf(one)),
          cell: (one) => (
            <>
              <StateStatus state={one.kind === "pull" ? one.status : healthOf(one)} />
              {one.endpoint.since !== undefined && (
                <div class="small soft">
                  <Lasting since={one.endpoint.since} />
                </div>
              )}
            </>
          ),
        },
        {
          title: "Last 24 hours",
          cell: ({ id }) => {
            const own = statistics?.get(id);
            return own === undefined ? "—" : <Sparkline {...seriesOf([own])} />;
          },
        },
        {
          title: "Last failure",
          by: ({ endpoint }) => endpoint.lastFailure?.at ?? "",
          cell: ({ id, endpoint: { lastFailure } }) =>
            lastFailure === undefined ? (
              "—"
            ) : (
              <>
                <a href={`/portal/endpoints/${id}/deliveries/${lastFailure.event}`}>{causeOf(lastFailure).title}</a>
                <div class="small soft">
                  <Time at={lastFailure.at} />
                </div>
              </>
            ),
        },
        {
          title: "Recent failures",
          by: ({ endpoint }) => endpoint.recentFailures,
          // While only probes are sent, there are no attempts to count.
          number: ({ endpoint, kind }) =>
            endpoint.state === "healthy" && kind !== "pull" ? endpoint.recentFailures : undefined,
        },
        { title: "Events", cell: ({ eventTypes }) => <span class="small">{typesText(eventTypes)}</span> },
      ]}
    />
  );
}
