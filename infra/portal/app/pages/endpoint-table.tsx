import { shownEndpointState } from "../../../api-client/state-words.ts";
import { nameOf, type Subscription } from "../api/reads.ts";
import type { StatisticsById } from "../api/statistics.ts";
import { useRange } from "../components/range-field.tsx";
import { Table } from "../components/table.tsx";
import { Lasting, Time } from "../components/time.tsx";
import { causeOf } from "../logic/attempt-cause.ts";
import { shownSince, typesText } from "../logic/endpoint-words.ts";
import { lateStart, pointsOf, type Range, ranges, type Series, seriesOf, thinned } from "../logic/series.ts";
import { startText } from "../logic/start-text.ts";

const worst = ["disabled", "paused", "open", "unstable", "healthy"];

type EndpointTableProps = {
  subscriptions: readonly Subscription[];
  /** Undefined until loaded. */
  statistics: StatisticsById | undefined;
};

export function EndpointTable({ subscriptions, statistics }: EndpointTableProps) {
  const range = useRange();
  return (
    <Table
      label="Endpoints"
      rows={subscriptions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Endpoint",
          by: nameOf,
          href: ({ id }) => `/portal/endpoints/${id}`,
          below: ({ description, url, destination }) => description && (url ?? destination?.target ?? "Pull queue"),
        },
        {
          title: "Health",
          by: ({ endpoint }) => worst.indexOf(shownEndpointState(endpoint)),
          state: ({ kind, status, endpoint }) => (kind === "pull" ? status : shownEndpointState(endpoint)),
          below: ({ endpoint }) => {
            const since = shownSince(endpoint);
            return since && <Lasting since={since} />;
          },
        },
        {
          title: `Last ${ranges[range].words}`,
          cell: ({ id }) => {
            const own = statistics?.get(id);
            return own && <Sparkline series={seriesOf([own], Date.now() / 1_000)} range={range} />;
          },
        },
        {
          title: "Last failure",
          by: ({ endpoint }) => endpoint.lastFailure?.at ?? "",
          cell: ({ id, kind, endpoint: { lastFailure: last } }) =>
            last && <a href={`/portal/endpoints/${id}/deliveries/${last.event}`}>{causeOf(last, kind).title}</a>,
          below: ({ endpoint: { lastFailure: last } }) => last && <Time at={last.at} />,
        },
        { title: "Events", cell: ({ eventTypes }) => <span class="small">{typesText(eventTypes)}</span> },
      ]}
    />
  );
}

const size = { width: 96, height: 24 };
const points = 36;

function Sparkline({ series, range }: { series: Series; range: Range }) {
  const all = thinned(
    series.delivered.map((value, at) => value + (series.failed[at] ?? 0)),
    points,
  );
  const failed = thinned(series.failed, points);
  const highest = Math.max(...all, 0);
  const hasFailed = failed.some((value) => value > 0);
  const start = lateStart(series, range);
  const since = start === undefined ? undefined : `since ${startText(start, Date.now())}`;
  const label = `Attempts ${since ?? `in the last ${ranges[range].words}`}`;
  // `pointsOf` stretches each line to the height of its box. The box for failed attempts is proportionally lower, so
  // that both lines have the same scale.
  const low = { width: size.width, height: (size.height * Math.max(...failed, 0)) / highest };
  return (
    <>
      {highest === 0 ? (
        <span class="soft small">No attempts</span>
      ) : (
        <svg
          class="sparkline"
          role="img"
          aria-label={`${label}: ${hasFailed ? "some failed" : "none failed"}`}
          viewBox={`0 -1 ${size.width} ${size.height + 2}`}
          width={size.width}
          height={size.height}
        >
          <polyline class="all" points={pointsOf(all, size)} />
          {hasFailed && (
            <polyline
              class="failed"
              transform={`translate(0 ${size.height - low.height})`}
              points={pointsOf(failed, low)}
            />
          )}
        </svg>
      )}
      {since !== undefined && <div class="small soft">{since}</div>}
    </>
  );
}
