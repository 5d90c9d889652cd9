import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "@commander-js/extra-typings";
import { Webhook } from "standardwebhooks";
import { parseJson } from "../../../shared/kernel/parse.ts";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { type Forwarded, forwardEvent, isTaken, type Pulled, pulledEvents } from "../listen/forward-event.ts";
import { mostReplayed, replayLast, SecondCopies } from "../listen/replay-last.ts";
import { temporarySubscription } from "../listen/temporary-subscription.ts";
import { httpUrl, jsonOption, wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import type { Text } from "../terminal/terminal.ts";

/** Time (ms) between two polls of an empty queue. */
const idle = 1_000;
/** How many seconds to wait before an event that the receiver refused is retried, and how often to retry it. */
const retryAfter = 10;
const mostAttempts = 10;

const help = `
The receiver gets each event as the bridge would post it, signed with the secret that is printed. An event that it doesn't
answer with 2xx is retried every ${retryAfter} s, ${mostAttempts} attempts in all. Ctrl-C stops and deletes the subscription.

  export WEBHOOK_SECRET=whsec_…   # to keep the same secret from one start to the next
  feedhook listen --forward-to http://localhost:3000/hook --events 'person.*' --replay-last 20`;

/** Forwards events to a receiver on this machine, which a bridge can't reach. */
export function addListen(program: Command, session: Session): void {
  program
    .command("listen")
    .description("forward signed events to a receiver on this machine, and print a line for each event")
    .addOption(new Option("--forward-to <url>", "the receiver's URL").argParser(httpUrl).makeOptionMandatory())
    .option("--events <types...>", "only these types: person.created, person.*, *", ["*"])
    .option("--instances <names...>", "only these instances")
    .option("--filter <pattern>", "only events that match this event pattern", jsonOption)
    .option("--baseline", "also forward baseline events, for records found at first contact", false)
    .option("--replay-last <n>", "start with the last n events of these types", wholeNumber(1, mostReplayed))
    .addHelpText("after", help)
    .action(async ({ forwardTo, events, instances, filter, baseline, replayLast: count = 0 }) => {
      const { terminal } = session;
      const secret = secretFrom(session.environment["WEBHOOK_SECRET"]);
      const api = session.api();
      const narrowed = { ...(instances && { instances }), ...(filter && { filter }) };
      const wanted = { eventTypes: events.flatMap((each) => each.split(",")), baseline, ...narrowed };
      await using subscription = await temporarySubscription(api, wanted);
      terminal.note(`Forwarding ${wanted.eventTypes.join(", ")} from ${session.url()} to ${forwardTo}`);
      terminal.note(`Signing secret: ${secret}`);
      terminal.note("Ready. Press Ctrl-C to stop and delete the subscription.\n");
      const replayed = count === 0 ? [] : await replayLast(api, subscription.id, wanted, count);
      if (replayed.length > 0)
        terminal.note(`Replaying ${replayed.length === 1 ? "1 event" : `${replayed.length} events`} first.`);
      else if (count > 0) terminal.note("There are no events of these types to start with.");
      const copies = new SecondCopies(replayed);
      await forwardAll({ ...session, api, id: subscription.id, to: forwardTo, webhook: new Webhook(secret), copies });
      terminal.note("\nDeleted the subscription.");
    });
}

/** This is a function, because TypeScript would narrow the property in a loop's condition. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;

function secretFrom(given: string | undefined): string {
  if (given === undefined || given === "") return `whsec_${randomBytes(32).toString("base64")}`;
  if (/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(given)) return given;
  throw new UsageError(
    "WEBHOOK_SECRET isn't a signing secret, which is whsec_ followed by 24 to 64 bytes in base64",
    "Unset WEBHOOK_SECRET, and `listen` generates a secret and prints it.",
  );
}

type Forwarding = Pick<Session, "terminal" | "end"> & {
  readonly api: ReturnType<Session["api"]>;
  readonly id: string;
  readonly to: string;
  readonly webhook: Webhook;
  readonly copies: SecondCopies;
};

/** Fetches events from the queue and posts them one at a time until it is stopped. */
async function forwardAll({ api, id, to, webhook, copies, terminal, end }: Forwarding): Promise<void> {
  const path = { id };
  while (!isAborted(end)) {
    const query = { limit: 5, leaseSeconds: retryAfter };
    const call = api.GET("/v1/subscriptions/{id}/poll", { params: { path, query }, parseAs: "text" });
    const { items } = parseJson(pulledEvents, await answerOf(call), "response of the bridge");
    for (const pulled of items) {
      // Events that aren't posted are deleted with the subscription.
      if (isAborted(end)) return;
      if (!copies.has(pulled)) {
        const outcome = await forwardEvent(to, webhook, pulled);
        const value = { ...outcome, event: pulled.event.id, type: pulled.event.type, attempt: pulled.fetched };
        terminal.result(value, () => lineOf(pulled, outcome));
        if (!isTaken(outcome) && pulled.fetched < mostAttempts) continue;
        copies.taken(pulled);
      }
      const body = { ackIds: [pulled.ackId] };
      await answerOf(api.POST("/v1/subscriptions/{id}/ack", { params: { path }, body }));
    }
    if (items.length === 0) await sleep(idle, undefined, { signal: end }).catch(() => undefined);
  }
}

/** `12:30:05  204  14 ms  person.updated  person/k2Jm  evt_…`. */
function lineOf({ event, fetched }: Pulled, outcome: Forwarded): Text {
  const status = outcome.status === undefined ? (outcome.error ?? "") : String(outcome.status);
  const { type, subject, id } = event;
  const what = printableLine(`${type.padEnd(24)}  ${subject.type}/${subject.id}`);
  return [
    { style: "dim", text: new Date().toTimeString().slice(0, 8) },
    "  ",
    { style: isTaken(outcome) ? "green" : "red", text: printableLine(status.padEnd(3)) },
    `  ${`${outcome.ms} ms`.padStart(8)}  ${what}  `,
    { style: "dim", text: printableLine(id) },
    isTaken(outcome) ? "" : `  ${adviceFor(outcome, fetched)}`,
  ];
}

function adviceFor({ status, error }: Forwarded, fetched: number): string {
  const again = fetched < mostAttempts ? `retried in ${retryAfter} s` : "given up";
  if (error === "ECONNREFUSED") return `(nothing is listening there; start the receiver; ${again})`;
  if (status === 401 || status === 403) return `(does the receiver have this signing secret? ${again})`;
  if (status === 404 || status === 405) return `(is this the receiver's path, and does it take POST? ${again})`;
  return `(${again})`;
}
