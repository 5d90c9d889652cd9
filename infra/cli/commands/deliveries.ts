import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { wholeNumber } from "../option-values.ts";
import { repeat, type Session } from "../session.ts";
import { tableOf } from "../terminal/terminal.ts";

type Delivery = components["schemas"]["Delivery"] & { readonly subscription: string };
type State = Delivery["state"];

const states = ["delivered", "waiting", "blocked", "held", "expired", "failed"] as const;
const unfinished = ["waiting", "blocked", "held", "expired", "failed"] as const;

/** Lists deliveries to subscriptions, past and pending. */
export function addDeliveries(program: Command, session: Session): void {
  const { terminal } = session;
  program
    .command("deliveries")
    .description("list deliveries, newest events first, and why they haven't arrived")
    .argument("[subscription]", "only this subscription (default: all)")
    .option("--failing", "only deliveries that failed, are held, or expired")
    .addOption(new Option("--state <state>", "only deliveries in this state").choices(states).conflicts("failing"))
    .option("--day <date>", "only events from this day (UTC): 2026-11-21")
    .option("--limit <n>", "maximum number of deliveries per subscription", wholeNumber(1, 10_000), 50)
    .option("--event <id>", "only this event, with every attempt: headers, response, timing")
    .option("--follow", "keep running, and print each delivery when it changes")
    .action(async (subscription, { failing = false, state, day, limit, event, follow }) => {
      const api = session.api();
      if (event !== undefined) {
        if (subscription === undefined)
          throw new UsageError("--event needs a subscription: deliveries <id> --event <id>");
        const params = { path: { id: subscription, event } };
        const { items } = await answerOf(api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params }));
        terminal.result(items, () => items.map((one) => detailOf({ ...one, subscription })).join("\n\n"));
        return;
      }
      const narrowed = state === undefined ? [undefined] : [state];
      const wanted = { states: failing ? unfinished : narrowed, failing, day, limit };
      const all = async () => {
        const ids = subscription === undefined ? await subscriptionIds(api) : [subscription];
        return (await Promise.all(ids.map((id) => deliveriesOf(api, id, wanted)))).flat();
      };
      if (follow !== true) {
        const found = await all();
        terminal.result(found, () =>
          found.length === 0
            ? `There are no ${failing ? "failing " : ""}deliveries.`
            : tableOf(heads, found.map(rowOf)),
        );
        return;
      }
      const shown = new Map<string, string>();
      await repeat(session, 2_000, async () => {
        for (const delivery of (await all()).reverse()) {
          const key = `${delivery.subscription} ${delivery.event} ${delivery.run}`;
          const now = JSON.stringify([delivery.state, delivery.attempts.length]);
          if (shown.get(key) === now) continue;
          shown.set(key, now);
          terminal.result(delivery, () => rowOf(delivery).map(printableLine).join("  "));
        }
      });
    });
}

const heads = ["state", "event", "type", "attempts", "last response", "next attempt", "subscription", "why it waits"];

function rowOf({ state, event, type, attempts, nextAttemptAt, subscription, wait }: Delivery): string[] {
  const answer = resultOf(attempts.at(-1));
  const what = [state, event, type ?? "—", String(attempts.length), answer, nextAttemptAt ?? "—", subscription];
  return [...what, wait?.sentence ?? "—"];
}

type Attempt = Delivery["attempts"][number];

function resultOf(attempt: Attempt | undefined): string {
  if (attempt === undefined) return "—";
  return `${attempt.status ?? attempt.error ?? "—"} (${Math.round(attempt.durationMs)} ms)`;
}

/** A delivery with everything known about its attempts. */
function detailOf(delivery: Delivery): string {
  const { run, attempts } = delivery;
  return [printableLine(`run ${run}`), tableOf(heads, [rowOf(delivery)]), ...attempts.flatMap(attemptLines)].join("\n");
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

type Wanted = {
  readonly states: readonly (State | undefined)[];
  readonly failing: boolean;
  readonly day: string | undefined;
  readonly limit: number;
};

async function deliveriesOf(api: ApiClient, id: string, { states: asked, failing, day, limit }: Wanted) {
  const lists = asked.map((state) => {
    const narrowed = { ...(state && { state }), ...(day !== undefined && { day }), limit: Math.min(limit, 200) };
    const read = (cursor: string | undefined) => {
      const params = { path: { id }, query: { ...narrowed, ...after(cursor) } };
      return answerOf(api.GET("/v1/subscriptions/{id}/deliveries", { params }));
    };
    return firstOf(everyPage(read), limit);
  });
  const found = (await Promise.all(lists)).flat().map((delivery): Delivery => ({ ...delivery, subscription: id }));
  const shown = failing ? found.filter(isFailing) : found;
  return shown.sort((one, other) => (one.event < other.event ? 1 : -1)).slice(0, limit);
}

/** A delivery that waits for its first attempt or its turn isn't failing. */
function isFailing({ state, attempts }: Delivery): boolean {
  return state !== "waiting" || attempts.length > 0;
}

/** The ids of all push subscriptions. Pull subscriptions have no such deliveries. */
async function subscriptionIds(api: ApiClient): Promise<string[]> {
  const read = (cursor: string | undefined) =>
    answerOf(api.GET("/v1/subscriptions", { params: { query: { limit: 200, ...after(cursor) } } }));
  const ids: string[] = [];
  for await (const { id, kind } of everyPage(read)) if (kind === "push") ids.push(id);
  return ids;
}
