import { shownState } from "../../../api-client/state-words.ts";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Empty, Facts, Loaded, Page, Todo } from "../components/page.tsx";
import { StateStatus, Status } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Due, NextAttempt, Time } from "../components/time.tsx";
import { feedName, reasonWords } from "../logic/feed-words.ts";
import { plural } from "../logic/plural.ts";
import { Controls } from "./controls.tsx";

type Detail = Schemas["FeedDetail"];
type Visits = Detail["visits"][number];

const outcomes: { readonly [outcome in Visits["outcome"]]: { level: "good" | "bad"; word: string } } = {
  done: { level: "good", word: "Read to the end" },
  yielded: { level: "good", word: "Continues shortly" },
  waiting: { level: "good", word: "Continues later" },
  saved: { level: "good", word: "Position saved" },
  failed: { level: "bad", word: "Failed" },
  parked: { level: "bad", word: "Stopped for now" },
};

export function FeedPage({ name, id }: { name: string; id: string }) {
  const params = { path: { id } };
  const read = async () => {
    const [feed, { status }] = await Promise.all([
      answerOf(api.GET("/v1/feeds/{id}", { params })),
      answerOf(api.GET("/v1/instances/{name}", { params: { path: { name } } })),
    ]);
    return { feed, instance: status };
  };
  const load = useLoad(`feed ${id}`, read, 5_000);
  const crumb = { href: `/portal/instances/${name}`, title: name };
  return (
    <Loaded load={load} page={{ title: "Feed", crumb }}>
      {({ feed, instance }) => (
        <Page
          title={feedName(feed)}
          lead={<span class="mono small">{id}</span>}
          crumb={crumb}
          actions={may("manage") && <Actions feed={feed} />}
        >
          {instance === "paused" && (
            <Todo level="warn" title="The instance is paused">
              Reading continues when you <a href={`/portal/instances/${name}`}>resume the instance</a>.
            </Todo>
          )}
          {feed.lastError !== undefined && (
            <Todo level={feed.stalledSince === undefined ? "warn" : "bad"} title={reasonWords(feed.lastError)}>
              {plural(feed.failures, "failure", "failures in a row")}.{" "}
              {isTried(feed, instance) && feed.retryAt !== undefined && <NextAttempt at={feed.retryAt} />}
            </Todo>
          )}
          <div class="columns">
            <Card title="Status">
              <Now feed={feed} instance={instance} />
            </Card>
            <Card title="Totals">
              <Sums feed={feed} />
            </Card>
          </div>
          <Card title="Recent visits">
            <History feed={feed} />
          </Card>
        </Page>
      )}
    </Loaded>
  );
}

/** Feedhook skips paused feeds, and all feeds of a paused or parked instance. */
function isTried({ status }: Detail, instance: string): boolean {
  const state: string = shownState(status, instance);
  return state !== "paused" && state !== "parked";
}

function Now({ feed, instance }: { feed: Detail; instance: string }) {
  const { status, drained, lastPoll, readUpTo, retryAt, periodSeconds, changesPerDay, rewinding } = feed;
  return (
    <Facts
      facts={[
        ["State", <StateStatus state={shownState(status, instance)} />],
        ["First contact", drained ? "Complete" : "In progress"],
        ["Last poll", <Time at={lastPoll} exact />],
        ["Read up to", <Time at={readUpTo} exact />],
        ["Next attempt", retryAt === undefined || !isTried(feed, instance) ? undefined : <Due at={retryAt} />],
        ["Read every", periodSeconds === undefined ? undefined : `About ${Math.round(periodSeconds)} s`],
        [
          "Expected rate",
          changesPerDay === undefined ? undefined : `${plural(changesPerDay, "change", "changes")} a day`,
        ],
        ["Rewind", rewinding === undefined ? undefined : "The next visit reads again from an earlier position"],
      ]}
    />
  );
}

function Sums({ feed: { statistics } }: { feed: Detail }) {
  if (statistics === undefined) return <p class="soft">No rows read yet.</p>;
  const { rows, duplicates, missed, quarantined, pages } = statistics;
  return (
    <Facts
      facts={[
        ["Rows read", rows.toLocaleString("en")],
        ["Already known", duplicates.toLocaleString("en")],
        ["Missed by faster feeds", missed.toLocaleString("en")],
        ["Quarantined", quarantined.toLocaleString("en")],
        ["Pages read at first contact", pages?.toLocaleString("en")],
      ]}
    />
  );
}

const endOf = ({ outcome, reason }: Visits) =>
  reason === undefined ? outcomes[outcome].word : `${outcomes[outcome].word}: ${reasonWords(reason)}`;

function History({ feed: { visits, class: feedClass } }: { feed: Detail }) {
  if (visits.length === 0) {
    return (
      <Empty
        title="No visits recorded yet"
        text={
          feedClass === "owners"
            ? "A visit appears here if it finds changes or fails."
            : "Visits appear here after they end."
        }
      />
    );
  }
  const runs = visits.toReversed().map((one) => ({
    height: one.changes,
    level: one.reason !== undefined ? ("bad" as const) : one.changes > 0 ? ("good" as const) : ("idle" as const),
    label: `${one.lastAt}: ${plural(one.changes, "change", "changes")}. ${endOf(one)}`,
  }));
  const changes = visits.reduce((sum, one) => sum + one.changes, 0);
  const failed = visits.reduce((sum, { reason, visits: count }) => sum + (reason === undefined ? 0 : count), 0);
  return (
    <>
      <RunBars
        label={`Recent visits: ${plural(changes, "change", "changes")}, ${plural(failed, "failure", "failures")}`}
        runs={runs}
      />
      <Table
        label="Recent visits"
        rows={visits}
        keyOf={({ since }) => since}
        columns={[
          {
            title: "When",
            time: ({ lastAt }) => lastAt,
            below: ({ since, visits: count }) => {
              if (count === 1) return undefined;
              return [plural(count, "visit", "visits"), " (first: ", <Time key="first" at={since} />, ")"];
            },
          },
          {
            title: "Result",
            cell: (one) => (
              <>
                <Status level={outcomes[one.outcome].level}>{outcomes[one.outcome].word}</Status>
                {one.reason !== undefined && <div class="small">{reasonWords(one.reason)}</div>}
              </>
            ),
          },
          { title: "Changes", number: ({ changes: found }) => found },
          { title: "Rows", number: ({ rows }) => rows },
          { title: "Requests", number: ({ requests }) => requests },
          { title: "Duration", number: ({ tookMs }) => `${tookMs.toLocaleString("en")} ms` },
        ]}
      />
      <p class="small soft">
        {feedClass === "owners"
          ? "Feedhook doesn't record visits that find nothing."
          : "Feedhook records visits that find nothing at most once per minute."}
      </p>
    </>
  );
}

function Actions({ feed: { id, status } }: { feed: Detail }) {
  const params = { path: { id } };
  return (
    <Controls
      subject="this feed"
      turn={status === "active" ? "pause" : "resume"}
      turnLabel={status === "active" ? "Pause" : status === "paused" ? "Resume" : "Retry now"}
      rewind="Feedhook rereads the feed from the beginning. It publishes only changes that it previously missed."
      rebaseline="Feedhook reads the feed as it did at first contact. Records that it hasn't seen before are published as baseline events if they last changed before the instance was registered, and otherwise as ordinary events."
      send={(what) =>
        what === "rewind"
          ? answerOf(api.POST("/v1/feeds/{id}/rewind", { params, body: {} }))
          : answerOf(api.POST(`/v1/feeds/{id}/${what}`, { params }))
      }
    />
  );
}

type Run = { readonly height: number; readonly level: "good" | "idle" | "bad"; readonly label: string };

const size = { bar: 14, gap: 4, height: 44 };

function RunBars({ label, runs }: { label: string; runs: readonly Run[] }) {
  const highest = Math.max(1, ...runs.map(({ height }) => height));
  const width = runs.length * (size.bar + size.gap);
  return (
    <svg
      class="run-bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${size.height}`}
      width={width}
      height={size.height}
    >
      {runs.map(({ height, level, label: title }, place) => {
        const own = Math.max(3, (height / highest) * size.height);
        return (
          <rect
            key={title}
            class={level}
            x={place * (size.bar + size.gap)}
            y={size.height - own}
            width={size.bar}
            height={own}
            rx="2"
          >
            <title>{title}</title>
          </rect>
        );
      })}
    </svg>
  );
}
