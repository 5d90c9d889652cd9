import { type Command, Option } from "@commander-js/extra-typings";
import { defined } from "../../../shared/kernel/defined.ts";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components, operations } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { eventOf } from "../client/event-of.ts";
import { itemsOf, type PageQuery } from "../client/every-page.ts";
import { pushedIds } from "../client/subscriptions.ts";
import { command } from "../command.ts";
import { instantOption, recordOption, wholeNumber } from "../option-values.ts";
import { repeat, type Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

type Delivery = components["schemas"]["Delivery"] & { readonly subscription: string };
type State = Delivery["state"];

const states = ["delivered", "waiting", "blocked", "held", "expired", "failed"] as const;
const errors = ["dns", "connect", "tls", "timeout", "blocked", "protocol"] as const;
const unfinished = ["waiting", "blocked", "held", "expired", "failed"] as const;

export function addDeliveries(program: Command, session: Session): void {
  const { terminal } = session;
  command(program, "deliveries", "list deliveries, newest events first, and why some haven't arrived")
    .argument("[subscription]", "only this subscription (default: all)")
    .option("--failing", "only deliveries that failed, expired, are held or blocked, or wait for a retry")
    .addOption(new Option("--state <state>", "only deliveries in this state").choices(states).conflicts("failing"))
    .option("--type <type>", "only events of this type: person.updated, person.*")
    .option("--subject <record>", "only events of this record: person/k2Jm", recordOption)
    .option("--status <code>", "only deliveries whose last response had this status: 503, 5xx")
    .addOption(
      new Option("--error <error>", "only deliveries whose last attempt failed with this error").choices(errors),
    )
    .option(
      "--since <instant>",
      "only events detected at or after this time: 2026-11-21T09:00:00Z, or 6h",
      instantOption,
    )
    .option("--until <instant>", "only events detected before this time", instantOption)
    .option("--day <date>", "only events from this day (UTC): 2026-11-21")
    .option("--limit <n>", "maximum number of deliveries per subscription", wholeNumber(1, 10_000), 50)
    .addOption(new Option("--event <id>", "only this event, with every attempt: headers, response, timing"))
    .option("--body", "with --event: also the stored event")
    .option("--follow", "keep running, and print each delivery when it changes")
    .action(async (subscription, { event, body = false, follow = false, ...wanted }) => {
      const api = session.api();
      if (event === undefined) {
        if (body) throw new UsageError("--body needs an event", "Use deliveries <id> --event <id> --body.");
        const all = () => deliveriesOfAll(api, subscription, wanted);
        if (follow) await followDeliveries(session, all);
        else printAll(session, await all(), wanted);
        return;
      }
      if (subscription === undefined)
        throw new UsageError("--event needs a subscription: deliveries <id> --event <id>");
      const params = { path: { id: subscription, event } };
      const { items } = await answerOf(api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params }));
      const sent = body ? await sentBody(api, items) : [];
      terminal.result(items, () => [...items.map((one) => detailOf({ ...one, subscription })), ...sent].join("\n\n"));
    });
}

/** All deliveries of an event share the stored event. The events of pings and examples aren't stored. */
async function sentBody(api: ApiClient, items: readonly Omit<Delivery, "subscription">[]): Promise<string[]> {
  const stored = items.find(({ run }) => run !== "ping" && run !== "example");
  if (stored === undefined) return ["The event isn't stored, because it is a ping or an example."];
  return [JSON.stringify(await eventOf(api, stored.event, stored.instance), null, 2)];
}

function printAll({ terminal }: Session, found: readonly Delivery[], { failing = false }: Wanted): void {
  terminal.result(found, () =>
    found.length === 0 ? `There are no ${failing ? "failing " : ""}deliveries.` : tableOf(heads, found.map(rowOf)),
  );
}

async function followDeliveries(session: Session, all: () => Promise<Delivery[]>): Promise<void> {
  const shown = new Map<string, string>();
  await repeat(session, 2_000, async () => {
    for (const delivery of (await all()).reverse()) {
      const key = `${delivery.subscription} ${delivery.event} ${delivery.run}`;
      const now = JSON.stringify([delivery.state, delivery.attempts.length]);
      if (shown.get(key) === now) continue;
      shown.set(key, now);
      session.terminal.result(delivery, () => rowOf(delivery).map(printableLine).join("  "));
    }
  });
}

const heads = [
  "state",
  "event",
  "run",
  "type",
  "attempts",
  "last response",
  "next attempt",
  "subscription",
  "why it waits",
];

function rowOf({ state, event, run, type, attempts, nextAttemptAt, subscription, wait }: Delivery): string[] {
  const what = [stateWord(state), event, run, type ?? "—", String(attempts.length), resultOf(attempts.at(-1))];
  return [...what, nextAttemptAt ?? "—", subscription, wait?.sentence ?? "—"];
}

type Attempt = Delivery["attempts"][number];

function resultOf(attempt: Attempt | undefined): string {
  if (attempt === undefined) return "—";
  return `${attempt.status ?? attempt.error ?? "—"} (${Math.round(attempt.durationMs)} ms)`;
}

function detailOf(delivery: Delivery): string {
  return [tableOf(heads, [rowOf(delivery)]), ...delivery.attempts.flatMap(attemptLines)].join("\n");
}

function attemptLines(attempt: Attempt, nth: number): string[] {
  const { at, timingMs = {}, requestHeaders = {}, responseHeaders = {}, responseExcerpt } = attempt;
  const timing = Object.entries(timingMs).map(([name, ms]) => `${name} ${Math.round(ms)} ms`);
  return [
    printableLine(`attempt ${nth + 1}  ${at}  ${resultOf(attempt)}  ${timing.join(", ")}`.trimEnd()),
    ...headerLines(">", requestHeaders),
    ...headerLines("<", responseHeaders),
    ...(responseExcerpt === undefined ? [] : [`  < ${printableLine(responseExcerpt)}`]),
  ];
}

function headerLines(direction: ">" | "<", headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `  ${direction} ${printableLine(`${name}: ${value}`)}`);
}

type Filters = Pick<NonNullable<operations["listDeliveries"]["parameters"]["query"]>, "type" | "status" | "error">;
type Wanted = { readonly [name in keyof Filters]: Filters[name] | undefined } & {
  readonly failing?: boolean | undefined;
  readonly state?: State | undefined;
  readonly subject?: { readonly type: string; readonly id: string } | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly day?: string | undefined;
  readonly limit: number;
};

async function deliveriesOfAll(api: ApiClient, subscription: string | undefined, wanted: Wanted) {
  const ids = subscription === undefined ? await pushedIds(api) : [subscription];
  return (await Promise.all(ids.map((id) => deliveriesOf(api, id, wanted)))).flat();
}

async function deliveriesOf(api: ApiClient, id: string, { failing = false, state, subject, limit, ...others }: Wanted) {
  const filters = { ...others, subject: subject && `${subject.type}/${subject.id}` };
  const lists = (failing ? unfinished : [state]).map((asked) => {
    const read = (page: PageQuery) => {
      const query = { ...defined({ ...filters, state: asked }), ...page };
      return answerOf(api.GET("/v1/subscriptions/{id}/deliveries", { params: { path: { id }, query } }));
    };
    return itemsOf(read, limit);
  });
  const found = (await Promise.all(lists)).flat().map((delivery): Delivery => ({ ...delivery, subscription: id }));
  const shown = failing ? found.filter(isFailing) : found;
  return shown.sort((one, other) => (one.event < other.event ? 1 : -1)).slice(0, limit);
}

/** A delivery that waits for its first attempt or its turn isn't failing. */
function isFailing({ state, attempts }: Delivery): boolean {
  return state !== "waiting" || attempts.length > 0;
}
