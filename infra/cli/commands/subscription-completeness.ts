import type { Command } from "@commander-js/extra-typings";
import { waitingText } from "../../api-client/waiting-words.ts";
import { command } from "../command.ts";
import { instantOption } from "../option-values.ts";
import { subscriptionHours, type Unwanted, unwantedEvents } from "../reconcile/subscription-hours.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

const asIs = (at: string) => at;
const times = ["from", "to", "last attempt"];
const counts = ["delivered", "by replay", "waiting", "for", "given up", "erased"];

const reasons = ["older", "instance", "type", "disabled", "baseline", "filter"] as const;

function unwantedText({ hours, settingsSince }: Unwanted): string {
  if (hours.length === 0)
    return `The subscription wants every event of this period (by its settings since ${settingsSince}).`;
  const rows = hours.map((hour) => [hour.from, ...reasons.map((reason) => hour[reason])]);
  return `${tableOf(["from", ...reasons], rows)}\nJudged by the settings that the subscription has had since ${settingsSince}.`;
}

/** Counts events by outcome. `reconcile` compares them with a receiver's events. */
export function addCompleteness(subscriptions: Command, session: Session): void {
  command(
    subscriptions,
    "completeness <id>",
    "count a subscription's events by the hour of their detection, with a digest of the delivered events",
  )
    .option(
      "--from <instant>",
      "only events detected at or after this time: 2026-11-21T09:00:00Z, or 6h (default: 24 hours before --to)",
      instantOption,
    )
    .option("--to <instant>", "only events detected before this time (default: now)", instantOption)
    .option(
      "--unwanted-of <instance>",
      "instead, count this instance's events that the subscription doesn't want, by reason",
    )
    .action(async (id, { unwantedOf, ...range }) => {
      if (unwantedOf !== undefined) {
        const unwanted = await unwantedEvents(session.api(), id, { ...range, unwantedOf });
        session.terminal.result(unwanted, () => unwantedText(unwanted));
        return;
      }
      const found = await subscriptionHours(session.api(), id, range);
      const rows = found.hours.map(({ from, to, lastAttemptAt, settled, digest, ...hour }) => {
        const { delivered, replayed, waiting, expired, erased } = hour;
        const numbers = [delivered, replayed, waiting, waitingText(hour, found.endpoint, asIs), expired, erased];
        return [from, to, lastAttemptAt, ...numbers, settled ? "yes" : "no", digest];
      });
      session.terminal.result(found, () =>
        rows.length === 0
          ? "There are no events in this period."
          : tableOf([...times, ...counts, "settled", "digest"], rows),
      );
    });
}
