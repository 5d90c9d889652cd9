import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "@commander-js/extra-typings";
import type { components } from "../../api-client/api-types.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { instantOption, jsonOption, listed, recordOption, wholeNumber } from "../option-values.ts";
import { print } from "../print.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

type Replay = components["schemas"]["Replay"];

export function addReplay(program: Command, session: Session): void {
  const { terminal } = session;
  command(program, "replay <subscription>", "send events of the last 30 days again; with --dry-run, only count them")
    .option("--dry-run", "only show what would be sent")
    .option(
      "--since <instant>",
      "only events detected at or after this time: 2026-11-21T09:00:00Z, or 6h",
      instantOption,
    )
    .option("--until <instant>", "only events detected before this time", instantOption)
    .option("--event-ids <ids...>", "only these events")
    .option("--events <types...>", "only these types")
    .option("--instances <names...>", "only these instances")
    .option("--subject <record>", "only events of this record: person/k2Jm", recordOption)
    .option("--filter <pattern>", "only events that match this event pattern", jsonOption)
    .option("--undelivered", "only undelivered events")
    .option("--per-second <n>", "maximum number of deliveries started per second", wholeNumber(1, 500), 50)
    .option("--wait", "show the progress until the replay is done")
    .action(async (id, { dryRun = false, wait = false, eventIds, events, filter, ...rest }) => {
      const api = session.api();
      const body = {
        ...rest,
        dryRun,
        ...(eventIds && { events: eventIds }),
        ...(events && { eventTypes: listed(events) }),
        ...(filter && { filter: { ...filter } }),
      };
      const path = { id };
      const answer = await answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path }, body }));
      if ("dryRun" in answer) {
        terminal.result(answer, () => {
          const count = `${answer.complete ? "" : "At least "}${deliveriesOf(answer.matches)} would be sent.`;
          const states = Object.entries(answer.byState ?? {}).map(
            ([state, number]) => `${stateWord(state)}: ${number}`,
          );
          const rows = answer.sample.map(({ detectedAt, type, event }) => [detectedAt, type, event]);
          const sample = rows.length === 0 ? [] : [tableOf(["detected at", "type", "event"], rows)];
          return [count, ...(states.length === 0 ? [] : [states.join(", ")]), ...sample].join("\n");
        });
        return;
      }
      if (!wait) {
        terminal.result(answer, () => `${answer.id}: ${stateWord(answer.state)}.`);
        await noteHeld(session, id);
        return;
      }
      let last: Replay = answer;
      while ((last.state === "running" || last.state === "paused") && !session.end.aborted) {
        terminal.note(`${stateWord(last.state)}: ${last.progress.sent} sent, ${last.progress.scanned} examined`);
        await sleep(2_000, undefined, { signal: session.end }).catch(() => undefined);
        const params = { path: { id, replay: answer.id } };
        last = await answerOf(api.GET("/v1/subscriptions/{id}/replays/{replay}", { params }));
      }
      terminal.result(last, () => `${last.id}: ${stateWord(last.state)}, ${deliveriesOf(last.progress.sent)} sent.`);
      await noteHeld(session, id);
    });
}

export function addResend(program: Command, session: Session): void {
  command(program, "resend <subscription>", "send one event again, with a full retry schedule")
    .argument("<event>", "the event's ID: evt_…")
    .action(async (id, event) => {
      const params = { path: { id, event } };
      const call = session.api().POST("/v1/subscriptions/{id}/deliveries/{event}/retry", { params });
      await print(session, call, ({ run }) => `${event} is queued (run ${run}).`);
      await noteHeld(session, id);
    });
}

const deliveriesOf = (count: number): string => (count === 1 ? "1 delivery" : `${count} deliveries`);

/** Warns if the deliveries are held, because the endpoint is failing and gets only probes. */
export async function noteHeld(session: Session, id: string): Promise<void> {
  const { terminal } = session;
  const { kind, endpoint } = await answerOf(session.api().GET("/v1/subscriptions/{id}", { params: { path: { id } } }));
  if (kind === "pull" || (endpoint.state !== "open" && endpoint.state !== "paused")) return;
  const probe = endpoint.nextProbeAt === undefined ? "" : ` (next probe: ${endpoint.nextProbeAt})`;
  terminal.note(`The endpoint is failing. Deliveries are held until a probe succeeds${probe}.`);
  terminal.note(`When it is fixed, resume delivery: feedhook subscriptions ping ${id}`);
}
