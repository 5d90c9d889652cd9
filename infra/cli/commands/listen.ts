import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "@commander-js/extra-typings";
import { Webhook } from "standardwebhooks";
import { defined } from "../../../shared/kernel/defined.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import {
  type Forwarded,
  forwardEvent,
  isTaken,
  listedEvent,
  type Pulled,
  pulledEvents,
} from "../listen/forward-event.ts";
import { takeExamples } from "../listen/local-listeners.ts";
import { mostReplayed, replayLast, SecondCopies } from "../listen/replay-last.ts";
import { temporarySubscription } from "../listen/temporary-subscription.ts";
import { jsonOption, listed, receiverUrl, wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import type { Text } from "../terminal/terminal.ts";

/** The time (ms) between two polls of an empty queue. */
const idle = 1_000;
/** In seconds. */
const retryAfter = 10;
const mostAttempts = 10;

const help = `
The receiver gets each event as the bridge would post it, signed with the printed secret. If it doesn't answer with 2xx,
the event is sent again every ${retryAfter} s, up to ${mostAttempts} attempts in all. Ctrl-C stops the command and
deletes its subscription. While the command runs, \`feedhook trigger\` on this machine sends its examples to the
receiver.

  export WEBHOOK_SECRET=whsec_…   # to use the same secret every time
  feedhook listen localhost:3000/hook --events 'person.*' --replay-last 20`;

/** Forwards events to a receiver on this machine, which a bridge can't reach. */
export function addListen(program: Command, session: Session): void {
  command(program, "listen", "forward signed events to a receiver on this machine, and print a line for each event")
    .argument("[receiver]", "the receiver on this machine: 3000, localhost:3000/hook, or a URL", receiverUrl)
    .addOption(new Option("--forward-to <url>", "the receiver, instead of the argument").argParser(receiverUrl))
    .option("--events <types...>", "only these types: person.created, person.*, *", ["*"])
    .option("--instances <names...>", "only these instances")
    .option("--filter <pattern>", "only events that match this event pattern", jsonOption)
    .option("--baseline", "also forward baseline events, for records found at first contact", false)
    .option("--replay-last <n>", "start with the last n events of these types", wholeNumber(1, mostReplayed))
    .option("--body", "also print each event's body")
    .addHelpText("after", help)
    .action(async (receiver, { forwardTo, events, replayLast: count = 0, ...others }) => {
      const { terminal, environment } = session;
      const to = receiverOf(receiver, forwardTo);
      const secret = secretFrom(environment["WEBHOOK_SECRET"]);
      const api = session.api();
      const { baseline, body, ...narrowed } = others;
      const wanted = { eventTypes: listed(events), baseline, ...defined(narrowed) };
      await using subscription = await temporarySubscription(api, wanted);
      const forwarding = { ...session, api, id: subscription.id, to, webhook: new Webhook(secret), body };
      using examples = await takeExamples(session, (event) => forwardExample(forwarding, event));
      terminal.note(`Forwarding ${wanted.eventTypes.join(", ")} from ${session.url()} to ${to}`);
      terminal.note(`Signing secret: ${secret}`);
      if (examples === undefined)
        terminal.note(
          "`feedhook trigger` can't reach this process, because the path of the profiles' folder is too long.",
        );
      terminal.note("Ready. Press Ctrl-C to stop and delete the subscription.\n");
      const replayed = count === 0 ? [] : await replayLast(api, subscription.id, wanted, count);
      if (replayed.length > 0)
        terminal.note(`Replaying ${replayed.length === 1 ? "1 event" : `${replayed.length} events`} first.`);
      else if (count > 0) terminal.note("There are no events of these types to replay.");
      await forwardAll({ ...forwarding, copies: new SecondCopies(replayed) });
      terminal.note("\nDeleted the subscription.");
    });
}

function receiverOf(argument: string | undefined, option: string | undefined): string {
  const given = argument ?? option;
  if (given !== undefined && (argument === undefined || option === undefined)) return given;
  throw new UsageError(
    given === undefined ? "the receiver is missing" : "the receiver is given twice",
    "Name it once: feedhook listen 3000, or --forward-to http://localhost:3000/hook.",
  );
}

/** If the loop's condition read the property itself, TypeScript would assume that it stays false in the loop. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;

function secretFrom(given: string | undefined): string {
  if (given === undefined || given === "") return `whsec_${randomBytes(32).toString("base64")}`;
  if (/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(given)) return given;
  throw new UsageError(
    "WEBHOOK_SECRET isn't a signing secret, which is whsec_ followed by 24 to 64 bytes in base64",
    "Unset WEBHOOK_SECRET to let `listen` generate a secret.",
  );
}

type Receiver = Pick<Session, "terminal"> & {
  readonly to: string;
  readonly webhook: Webhook;
  readonly body: true | undefined;
};

type Forwarding = Receiver &
  Pick<Session, "end"> & {
    readonly api: ReturnType<Session["api"]>;
    readonly id: string;
    readonly copies: SecondCopies;
  };

async function forwardExample({ terminal, to, webhook, body }: Receiver, given: JsonObject) {
  const event = listedEvent.parse(given);
  const outcome = await forwardEvent(to, webhook, { event, example: true });
  const value = { ...outcome, event: event.id, type: event.type, example: true };
  terminal.result(value, () => lineOf(event, outcome, { advice: "(example)", body }));
  return { ...outcome, to };
}

async function forwardAll({ api, id, to, webhook, copies, terminal, end, body: isShown }: Forwarding): Promise<void> {
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
        const advice = isTaken(outcome) ? "" : adviceFor(outcome, pulled.fetched);
        terminal.result(value, () => lineOf(pulled.event, outcome, { advice, body: isShown }));
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
function lineOf(
  event: Pulled["event"],
  outcome: Forwarded,
  { advice, body }: Pick<Receiver, "body"> & { readonly advice: string },
): Text {
  const status = outcome.status === undefined ? (outcome.error ?? "") : String(outcome.status);
  const { type, subject, id } = event;
  const what = printableLine(`${type.padEnd(24)}  ${subject.type}/${subject.id}`);
  return [
    { style: "dim", text: new Date().toTimeString().slice(0, 8) },
    "  ",
    { style: isTaken(outcome) ? "green" : "red", text: printableLine(status.padEnd(3)) },
    `  ${`${outcome.ms} ms`.padStart(8)}  ${what}  `,
    { style: "dim", text: printableLine(id) },
    advice === "" ? "" : `  ${advice}`,
    body === true ? `\n${JSON.stringify(event.body, null, 2)}` : "",
  ];
}

function adviceFor({ status, error }: Forwarded, fetched: number): string {
  const again = fetched < mostAttempts ? `next attempt in ${retryAfter} s` : "no more attempts";
  if (error === "ECONNREFUSED") return `(nothing is listening there; start the receiver; ${again})`;
  if (status === 401 || status === 403) return `(does the receiver have this signing secret? ${again})`;
  if (status === 404 || status === 405) return `(is this the receiver's path, and does it take POST? ${again})`;
  return `(${again})`;
}
