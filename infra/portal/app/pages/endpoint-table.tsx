import { shownEndpointState } from "../../../api-client/state-words.ts";
import { nameOf, type Subscription } from "../api/reads.ts";
import type { StatisticsById } from "../api/statistics.ts";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Lasting, Time } from "../components/time.tsx";
import { causeOf } from "../logic/attempt-cause.ts";
import { shownSince, typesText } from "../logic/endpoint-words.ts";
import { pointsOf, seriesOf, thinned } from "../logic/series.ts";

const worst = ["disabled", "paused", "open", "unstable", "healthy"];

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
          by: ({ endpoint }) => worst.indexOf(shownEndpointState(endpoint)),
          cell: (one) => (
            <>
              <StateStatus state={one.kind === "pull" ? one.status : shownEndpointState(one.endpoint)} />
              <StateTime endpoint={one.endpoint} />
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

/** For how long an endpoint has been in the state that is shown, if that is known. */
function StateTime({ endpoint }: Pick<Subscription, "endpoint">) {
  const since = shownSince(endpoint);
  return since === undefined ? null : (
    <div class="small soft">
      <Lasting since={since} />
    </div>
  );
}

const size = { width: 96, height: 24 };

/** The last day's attempts as a small line, and the failed ones as another. The label is for screen readers. */
function Sparkline({ delivered, failed }: { delivered: readonly number[]; failed: readonly number[] }) {
  const all = delivered.map((value, at) => value + (failed[at] ?? 0));
  const highest = Math.max(...thinned(all, 4), 0);
  const hasFailed = failed.some((value) => value > 0);
  if (highest === 0) return <span class="soft small">No attempts</span>;
  // Both lines have the same scale.
  const share = Math.max(...thinned(failed, 4), 0) / highest;
  const low = { width: size.width, height: size.height * share };
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={
        hasFailed ? "Attempts in the last 24 hours: some failed" : "Attempts in the last 24 hours: none failed"
      }
      viewBox={`0 -1 ${size.width} ${size.height + 2}`}
      width={size.width}
      height={size.height}
    >
      <polyline class="all" points={pointsOf(thinned(all, 4), size)} />
      {hasFailed && (
        <polyline
          class="failed"
          transform={`translate(0 ${size.height - low.height})`}
          points={pointsOf(thinned(failed, 4), low)}
        />
      )}
    </svg>
  );
}
