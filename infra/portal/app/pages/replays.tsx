import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { CheckField, SelectField, TextField } from "../components/fields.tsx";
import { Card } from "../components/page.tsx";
import { Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { replaysText as words } from "../strings/replays.ts";

type Replay = Schemas["Replay"];
type Preview = Schemas["ReplayPreview"];
type Criteria = {
  readonly undelivered: boolean;
  readonly since: string;
  readonly until: string;
  readonly perSecond: string;
};

const rates = ["1", "10", "50", "200", "500"] as const;

/** The replays of an endpoint, and the start of another one: always counted first, then sent. */
export function Replays({ id }: { id: string }) {
  const params = { path: { id } };
  const load = useLoad(`replays ${id}`, () => answerOf(api.GET("/v1/subscriptions/{id}/replays", { params })), 2_000);
  return (
    <Card title={words.replay}>
      <p class="soft">{words.sendsStoredEventsAgainWith}</p>
      {may("manage") && <StartReplay id={id} reload={load.reload} />}
      <Loaded load={load}>
        {({ items }) =>
          items.length === 0 ? null : (
            <Table
              label={words.replays}
              rows={items}
              keyOf={(replay) => replay.id}
              columns={[
                { title: words.begun, cell: ({ createdAt }) => <Time at={createdAt} /> },
                { title: words.what, cell: (replay) => <Range replay={replay} /> },
                { title: words.state, cell: ({ state }) => <StateStatus state={state} /> },
                { title: words.progress, cell: (replay) => <Progress replay={replay} /> },
                { title: words.control, cell: (replay) => <Control id={id} replay={replay} reload={load.reload} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function Range({ replay: { criteria } }: { replay: Replay }) {
  return (
    <span class="small">
      {criteria.events !== undefined
        ? words.chosen(criteria.events.length)
        : criteria.undelivered
          ? words.everythingUndelivered
          : words.allEvents}
      <br />
      <Time at={criteria.since} /> {words.to} <Time at={criteria.until} />
    </span>
  );
}

/** How far it is: by the time up to which it has read, since nobody counts the events before. */
function Progress({ replay: { progress, criteria, state, perSecond } }: { replay: Replay }) {
  const [from, to] = [Date.parse(criteria.since), Date.parse(criteria.until)];
  const at = progress.at === undefined ? from : Date.parse(progress.at);
  const share = state === "completed" ? 1 : Math.min(Math.max((at - from) / Math.max(to - from, 1), 0), 1);
  return (
    <div>
      <progress max={1} value={share} aria-label={words.progressOfTheReplay} />
      <div class="small soft">
        {progress.sent.toLocaleString("en")} {words.sentOf} {progress.scanned.toLocaleString("en")} {words.read}
        {state === "running" && words.atMostPerSecond(perSecond)}
      </div>
    </div>
  );
}

function Control({ id, replay, reload }: { id: string; replay: Replay; reload: () => void }) {
  if (!may("manage") || (replay.state !== "running" && replay.state !== "paused")) return <>{"—"}</>;
  const change = (name: "pause" | "resume" | "cancel") => {
    withToast(async () => {
      const params = { path: { id, replay: replay.id } };
      await answerOf(api.POST(`/v1/subscriptions/{id}/replays/{replay}/${name}`, { params }));
      reload();
    });
  };
  const turn = replay.state === "running" ? "pause" : "resume";
  return (
    <div class="actions">
      <button
        type="button"
        onClick={() => {
          change(turn);
        }}
      >
        {turn === "pause" ? words.pause : words.resume}
      </button>
      <button
        type="button"
        onClick={() => {
          change("cancel");
        }}
      >
        {words.cancel}
      </button>
    </div>
  );
}

function StartReplay({ id, reload }: { id: string; reload: () => void }) {
  const [criteria, setCriteria] = useState<Criteria>({ undelivered: true, since: "", until: "", perSecond: "50" });
  const [preview, setPreview] = useState<Preview | undefined>();
  const change = (part: Partial<Criteria>) => {
    setCriteria({ ...criteria, ...part });
    setPreview(undefined);
  };
  const ask = (dryRun: boolean) => {
    const instant = (local: string) => new Date(local).toISOString();
    const { undelivered, since, until, perSecond } = criteria;
    const range = { ...(since !== "" && { since: instant(since) }), ...(until !== "" && { until: instant(until) }) };
    const body = { undelivered, ...range, dryRun, perSecond: Number(perSecond) };
    return answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path: { id } }, body }));
  };
  const count = () => {
    withToast(async () => {
      const answer = await ask(true);
      if ("dryRun" in answer) setPreview(answer);
    });
  };
  const start = () => {
    withToast(async () => {
      await ask(false);
      setPreview(undefined);
      reload();
    }, words.theReplayHasBegun);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        count();
      }}
    >
      <div class="filters">
        <TextField
          label={words.fromEmptyAll}
          type="datetime-local"
          value={criteria.since}
          onChange={(since) => {
            change({ since });
          }}
        />
        <TextField
          label={words.toEmptyNow}
          type="datetime-local"
          value={criteria.until}
          onChange={(until) => {
            change({ until });
          }}
        />
        <SelectField
          label={words.atMost}
          value={criteria.perSecond}
          options={rates.map((rate) => [rate, words.perSecond(rate)] as const)}
          onChange={(perSecond) => {
            change({ perSecond });
          }}
        />
        <CheckField
          label={words.onlyWhatNeverArrived}
          checked={criteria.undelivered}
          onChange={(undelivered) => {
            change({ undelivered });
          }}
        />
        <button type="submit">{words.countFirst}</button>
      </div>
      {preview !== undefined && (
        <div class="problem good" role="status">
          <div>
            <strong>
              {preview.matches.toLocaleString("en")}
              {preview.complete ? "" : words.orMore} {words.deliveriesWouldBeSent}
            </strong>
            {preview.sample.length > 0 && (
              <p class="small">
                {words.suchAs}{" "}
                {preview.sample
                  .slice(0, 3)
                  .map(({ type, instance }) => words.of(type, instance))
                  .join(", ")}
                .
              </p>
            )}
          </div>
          {preview.matches > 0 && (
            <button type="button" class="primary" onClick={start}>
              {words.sendThem}
            </button>
          )}
        </div>
      )}
    </form>
  );
}
