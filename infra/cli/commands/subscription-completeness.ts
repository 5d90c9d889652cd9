import type { Command } from "@commander-js/extra-typings";
import { instantOption } from "../option-values.ts";
import { subscriptionHours } from "../reconcile/subscription-hours.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

const times = ["from", "to", "last attempt"];
const counts = ["delivered", "by replay", "waiting", "given up", "erased"];

/** Counts a subscription's events by outcome. `reconcile` compares them with a receiver's events. */
export function addCompleteness(subscriptions: Command, session: Session): void {
  subscriptions
    .command("completeness")
    .description("count a subscription's events by the hour of their detection, with a digest of the delivered events")
    .argument("<id>")
    .option(
      "--from <instant>",
      "only events detected at or after this time: 2026-11-21T09:00:00Z, or 6h (default: 24 hours before the end)",
      instantOption,
    )
    .option("--to <instant>", "only events detected before this time (default: now)", instantOption)
    .action(async (id, range) => {
      const found = await subscriptionHours(session.api(), id, range);
      const rows = found.hours.map(({ from, to, lastAttemptAt, settled, digest, ...hour }) => {
        const { delivered, replayed, waiting, expired, erased } = hour;
        const numbers = [delivered, replayed, waiting, expired, erased];
        return [from, to, lastAttemptAt, ...numbers, settled ? "yes" : "no", digest];
      });
      session.terminal.result(found, () =>
        rows.length === 0
          ? "There are no events in this period."
          : tableOf([...times, ...counts, "settled", "digest"], rows),
      );
    });
}
