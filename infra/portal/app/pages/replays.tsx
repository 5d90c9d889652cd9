import { useState } from "preact/hooks";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action, Form } from "../components/action.tsx";
import { Submit } from "../components/button.tsx";
import { CheckField, SelectField, TextField, useDraft } from "../components/fields.tsx";
import { Card, Loaded } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { atLeast, plural } from "../logic/plural.ts";

type Replay = Schemas["Replay"];
type Preview = Schemas["ReplayPreview"];
const rates = ["1", "10", "50", "200", "500"] as const;

export function Replays({ id }: { id: string }) {
  const params = { path: { id } };
  const load = useLoad(`replays ${id}`, () => answerOf(api.GET("/v1/subscriptions/{id}/replays", { params })), 2_000);
  return (
    <Card title="Replay">
      <p class="soft">A replay sends events from the last 30 days to this endpoint, with their original IDs.</p>
      {may("manage") && <StartReplay id={id} />}
      <Loaded load={load}>
        {({ items }) => (
          <Table
            label="Replays"
            rows={items}
            keyOf={(replay) => replay.id}
            columns={[
              { title: "Started", time: ({ createdAt }) => createdAt },
              { title: "Events", cell: (replay) => <Range replay={replay} /> },
              { title: "State", state: ({ state }) => state },
              { title: "Progress", cell: (replay) => <Progress replay={replay} /> },
              { title: "Actions", cell: (replay) => <Control id={id} replay={replay} /> },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Range({ replay: { criteria } }: { replay: Replay }) {
  return (
    <span class="small">
      {criteria.events !== undefined
        ? plural(criteria.events.length, "selected event", "selected events")
        : criteria.undelivered
          ? "Undelivered events"
          : "All events"}
      <br />
      <Time at={criteria.since} /> to <Time at={criteria.until} />
    </span>
  );
}

/**
 * The total number of events isn't known in advance, so the bar shows how much of the time range the replay has covered
 * for the current instance.
 */
function Progress({ replay: { progress, criteria, state, perSecond } }: { replay: Replay }) {
  const [from, to] = [Date.parse(criteria.since), Date.parse(criteria.until)];
  const at = progress.at === undefined ? from : Date.parse(progress.at);
  const share = state === "completed" ? 1 : Math.min(Math.max((at - from) / Math.max(to - from, 1), 0), 1);
  return (
    <div>
      <progress max={1} value={share} aria-label="Replay progress" />
      <div class="small soft">
        {progress.scanned.toLocaleString("en")} checked, {progress.sent.toLocaleString("en")} sent
        {state === "running" && `, at most ${perSecond} per second`}
      </div>
    </div>
  );
}

function Control({ id, replay }: { id: string; replay: Replay }) {
  if (!may("manage") || (replay.state !== "running" && replay.state !== "paused")) return <>{"—"}</>;
  const params = { path: { id, replay: replay.id } };
  const change = (name: "pause" | "resume" | "cancel") => () =>
    done(api.POST(`/v1/subscriptions/{id}/replays/{replay}/${name}`, { params }));
  return (
    <div class="actions">
      {replay.state === "running" ? (
        <Action text="Pause" run={change("pause")} />
      ) : (
        <Action text="Resume" run={change("resume")} />
      )}
      <Action text="Cancel" run={change("cancel")} />
    </div>
  );
}

function StartReplay({ id }: { id: string }) {
  const { draft, field } = useDraft({ undelivered: true, since: "", until: "", perSecond: "50" });
  const [counted, setCounted] = useState<{ readonly of: typeof draft; readonly preview: Preview } | undefined>();
  const ask = (dryRun: boolean) => {
    const instant = (local: string) => new Date(local).toISOString();
    const { undelivered, since, until, perSecond } = draft;
    const range = { ...(since !== "" && { since: instant(since) }), ...(until !== "" && { until: instant(until) }) };
    const body = { undelivered, ...range, dryRun, perSecond: Number(perSecond) };
    return answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path: { id } }, body }));
  };
  const count = async () => {
    const answer = await ask(true);
    if ("dryRun" in answer) setCounted({ of: draft, preview: answer });
  };
  const start = async () => {
    await ask(false);
    setCounted(undefined);
  };
  // Once the criteria change, the count no longer applies and is hidden.
  const preview = counted?.of === draft ? counted.preview : undefined;
  return (
    <Form look="stack" submit={count}>
      <div class="filters">
        <TextField label="From (optional)" type="datetime-local" {...field("since")} />
        <TextField label="To (optional)" type="datetime-local" {...field("until")} />
        <SelectField
          label="Maximum rate"
          options={rates.map((rate) => [rate, `${rate} per second`])}
          {...field("perSecond")}
        />
        <CheckField label="Only undelivered events" {...field("undelivered")} />
        <Submit text="Count events" />
      </div>
      {preview !== undefined && (
        <div class="problem good" role="status">
          <div>
            <strong>{replayPreviewText(preview)}</strong>
            {preview.sample.length > 0 && (
              <p class="small">
                Examples:{" "}
                {[...new Set(preview.sample.map(({ type, instance }) => `${type} from ${instance}`))]
                  .slice(0, 3)
                  .join(", ")}
                .
              </p>
            )}
          </div>
          {preview.matches > 0 && <Action text="Start replay" look="primary" run={start} done="Replay started" />}
        </div>
      )}
    </Form>
  );
}

export function replayPreviewText({ matches, complete }: Pick<Preview, "matches" | "complete">): string {
  if (matches === 0 && !complete)
    return "No matching events found so far, but the count stopped early. Count again, or choose a shorter time range.";
  return `${atLeast(matches, !complete, "event", "events")} would be sent`;
}
