import { type Command, Option } from "@commander-js/extra-typings";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { wholeNumber } from "../option-values.ts";
import { repeat } from "../repeat.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/terminal.ts";

type Delivery = components["schemas"]["Delivery"] & { readonly subscription: string };
type State = Delivery["state"];

const states = ["delivered", "waiting", "blocked", "held", "expired"] as const;
const unfinished = ["waiting", "blocked", "held", "expired"] as const;

/** What was sent to subscriptions, and what is to be sent. */
export function addDeliveries(program: Command, session: Session): void {
  const { terminal } = session;
  program
    .command("deliveries")
    .description("show what was sent, newest events first, and why it hasn't arrived")
    .argument("[subscription]", "only of this one (default: of all)")
    .option("--failing", "only what hasn't arrived: an attempt failed, or it is held or given up")
    .addOption(new Option("--state <state>", "only in this state").choices(states).conflicts("failing"))
    .option("--day <date>", "only of events of this day (UTC): 2026-11-21")
    .option("--limit <n>", "at most so many of each subscription", wholeNumber(1, 10_000), 50)
    .option("--follow", "go on, and print each delivery when it changes")
    .action(async (subscription, { failing = false, state, day, limit, follow }) => {
      const api = session.api();
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
          terminal.result(delivery, () => rowOf(delivery).join("  "));
        }
      });
    });
}

const heads = ["state", "event", "type", "attempts", "last answer", "next attempt", "subscription"];

function rowOf({ state, event, type, attempts, nextAttemptAt, subscription }: Delivery): string[] {
  const last = attempts.at(-1);
  const answer = last === undefined ? "—" : `${last.status ?? last.error ?? "—"} (${Math.round(last.durationMs)} ms)`;
  return [state, event, type ?? "—", String(attempts.length), answer, nextAttemptAt ?? "—", subscription];
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

/** A delivery that waits for its first attempt, or for its turn, fails at nothing. */
function isFailing({ state, attempts }: Delivery): boolean {
  return state !== "waiting" || attempts.length > 0;
}

/** Pull subscriptions have no deliveries of this kind. */
async function subscriptionIds(api: ApiClient): Promise<string[]> {
  const read = (cursor: string | undefined) =>
    answerOf(api.GET("/v1/subscriptions", { params: { query: { limit: 200, ...after(cursor) } } }));
  const ids: string[] = [];
  for await (const { id, kind } of everyPage(read)) if (kind === "push") ids.push(id);
  return ids;
}
