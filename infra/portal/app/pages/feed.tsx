import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Card, Facts, Page, Todo } from "../components/page.tsx";
import { RunBars } from "../components/run-bars.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus, Status } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { feedName, reasonWords, shownState } from "../logic/feed-words.ts";
import { feedText as words } from "../strings/feed.ts";
import { text } from "../strings/shared.ts";
import { type Control, Controls } from "./controls.tsx";

type Detail = Schemas["FeedDetail"];
type Visits = Detail["visits"][number];

const levels = {
  ...{ done: "good", yielded: "good", waiting: "good", saved: "good", failed: "bad", parked: "bad" },
} as const satisfies { [outcome in Visits["outcome"]]: "good" | "bad" };

/** One feed: how far it is read, what is wrong with it, and its last visits. */
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
    <Loaded load={load} page={{ title: words.feed, crumb }}>
      {({ feed, instance }) => (
        <Page
          title={feedName(feed)}
          lead={<span class="mono small">{id}</span>}
          crumb={crumb}
          actions={may("manage") && <Actions feed={feed} reload={load.reload} />}
        >
          {instance === "paused" && (
            <Todo level="warn" title={words.theInstanceIsPaused}>
              {words.nothingIsReadUntil} <a href={`/portal/instances/${name}`}>{words.resumeIt}</a>.
            </Todo>
          )}
          {feed.lastError !== undefined && (
            <Todo level={feed.stalledSince === undefined ? "warn" : "bad"} title={reasonWords(feed.lastError)}>
              {words.failures(feed.failures)}.{" "}
              {feed.retryAt !== undefined &&
                (Date.parse(feed.retryAt) > Date.now() ? (
                  <>
                    {words.itIsTriedAgain} <Time at={feed.retryAt} />.
                  </>
                ) : (
                  words.itsTurnHasCome
                ))}
            </Todo>
          )}
          <div class="columns">
            <Card title={words.now}>
              <Now feed={feed} instance={instance} />
            </Card>
            <Card title={words.sinceItStands}>
              <Sums feed={feed} />
            </Card>
          </div>
          <Card title={words.lastVisits}>
            <History feed={feed} />
          </Card>
        </Page>
      )}
    </Loaded>
  );
}

function Now({ feed, instance }: { feed: Detail; instance: string }) {
  const { status, drained, lastPoll, readUpTo, retryAt, periodSeconds, changesPerDay, rewinding } = feed;
  return (
    <Facts
      facts={[
        [words.state, <StateStatus state={shownState(status, instance)} />],
        [words.firstContact, drained ? words.readToItsEnd : words.underWay],
        [words.lastPoll, <Time at={lastPoll} exact />],
        [words.readUpTo, <Time at={readUpTo} exact />],
        ...(retryAt === undefined ? [] : [[words.nextTry, <Time at={retryAt} exact />] as const]),
        ...(periodSeconds === undefined ? [] : [[words.visited, words.aboutEvery(Math.round(periodSeconds))] as const]),
        ...(changesPerDay === undefined ? [] : [[words.expected, words.changesADay(changesPerDay)] as const]),
        ...(rewinding === undefined ? [] : [[words.rewind, words.itsNextVisitStartsFurther] as const]),
      ]}
    />
  );
}

function Sums({ feed: { statistics } }: { feed: Detail }) {
  if (statistics === undefined) return <p class="soft">{words.nothingWasReadYet}</p>;
  const { rows, duplicates, missed, quarantined, pages } = statistics;
  return (
    <Facts
      facts={[
        [words.rowsRead, rows.toLocaleString("en")],
        [words.knownAlready, duplicates.toLocaleString("en")],
        [words.missedByFasterFeeds, missed.toLocaleString("en")],
        [words.putAside, quarantined.toLocaleString("en")],
        ...(pages === undefined ? [] : [[words.pagesOfFirstContact, pages.toLocaleString("en")] as const]),
      ]}
    />
  );
}

const endOf = ({ outcome, reason }: Visits) =>
  reason === undefined ? text.feeds.outcomes[outcome] : `${text.feeds.outcomes[outcome]}: ${reasonWords(reason)}`;

function History({ feed: { visits, class: feedClass } }: { feed: Detail }) {
  if (visits.length === 0) {
    return (
      <Empty title={words.noVisitIsNotedYet}>
        <p>{words.aVisitIsNotedOnce}</p>
      </Empty>
    );
  }
  const runs = visits.toReversed().map((one) => ({
    height: one.changes,
    level: one.reason !== undefined ? ("bad" as const) : one.changes > 0 ? ("good" as const) : ("warn" as const),
    label: words.changes(one.lastAt, one.changes, endOf(one)),
  }));
  const changes = visits.reduce((sum, one) => sum + one.changes, 0);
  const failed = visits.filter(({ reason }) => reason !== undefined).length;
  return (
    <>
      <RunBars label={words.changesInTheLastEntries(changes, visits.length, failed)} runs={runs} />
      <Table
        label={words.lastVisits}
        rows={visits}
        keyOf={({ since }) => since}
        columns={[
          {
            title: words.when,
            cell: ({ since, lastAt, visits: count }) => (
              <>
                <Time at={lastAt} />
                {count > 1 && (
                  <div class="small soft">
                    {words.visitsSince(count)} <Time at={since} />
                  </div>
                )}
              </>
            ),
          },
          {
            title: words.howItEnded,
            cell: (one) => (
              <>
                <Status level={levels[one.outcome]}>{text.feeds.outcomes[one.outcome]}</Status>
                {one.reason !== undefined && <div class="small">{reasonWords(one.reason)}</div>}
              </>
            ),
          },
          { title: words.changesColumn, isNumber: true, cell: ({ changes: found }) => found.toLocaleString("en") },
          { title: words.rows, isNumber: true, cell: ({ rows }) => rows.toLocaleString("en") },
          { title: words.requests, isNumber: true, cell: ({ requests }) => requests.toLocaleString("en") },
          { title: words.took, isNumber: true, cell: ({ tookMs }) => words.tookMs(tookMs.toLocaleString("en")) },
        ]}
      />
      <p class="small soft">
        {feedClass === "owners" ? words.visitsThatFoundNothingArent : words.visitsThatFoundNothingAre}
      </p>
    </>
  );
}

const questions = {
  rewind: words.itReadsAgainFromIts,
  rebaseline: words.itIsReadAnewAs,
} as const;

function Actions({ feed: { id, status }, reload }: { feed: Detail; reload: () => void }) {
  const params = { path: { id } };
  const send = (what: Control) =>
    what === "rewind"
      ? answerOf(api.POST("/v1/feeds/{id}/rewind", { params, body: {} }))
      : answerOf(api.POST(`/v1/feeds/{id}/${what}`, { params }));
  const turn = status === "active" ? "pause" : "resume";
  const turnLabel = turn === "pause" ? words.pause : status === "paused" ? words.resume : words.tryItNow;
  return <Controls subject="this feed" {...{ turn, turnLabel, questions, send, reload }} />;
}
