import type { Command } from "@commander-js/extra-typings";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { exitCodes, UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { confirm, yesOption } from "../confirm.ts";
import { textIn } from "../given-files.ts";
import { instantOption } from "../option-values.ts";
import { compareIds } from "../reconcile/compare-ids.ts";
import { readIds } from "../reconcile/read-ids.ts";
import { type Reconciliation, reconciliationOf, reconciliationText } from "../reconcile/reconciliation.ts";
import type { Session } from "../session.ts";
import { noteHeld } from "./replay.ts";

const dayMs = 86_400_000;
/** The most events in one replay. */
const mostReplayed = 200;

const help = `
  psql -Atc 'select id from events' | feedhook reconcile sub_… --ids - --to 5m
  feedhook reconcile sub_… --ids ids.txt --from 7d --to 1h --resend

Only events detected between --from and --to are compared; other events in the list are ignored. Events whose delivery
is waiting don't count as missing. The command finds up to 1,000 differences. The exit code is 0 if both sides have the
same events, and 1 if not.`;

export function addReconcile(program: Command, session: Session): void {
  command(
    program,
    "reconcile <subscription>",
    "find events that your receiver lacks or that have no delivery, and explain each one",
  )
    .requiredOption("--ids <file>", "the event IDs that your receiver has, one per line; - for stdin")
    .option(
      "--from <instant>",
      "only events detected at or after this time: 2026-11-21T09:00:00Z, or 7d (default: a day before --to)",
      instantOption,
    )
    .option("--to <instant>", "only events detected before this time (default: now)", instantOption)
    .option("--resend", "send the missing events again")
    .option(...yesOption)
    .addHelpText("after", help)
    .action(async (subscription, { ids: file, from, to, resend = false, yes }) => {
      const api = session.api();
      const end = to === undefined ? Date.now() : Date.parse(to);
      const range = { from: from === undefined ? end - dayMs : Date.parse(from), to: end };
      if (range.from >= range.to) throw new UsageError("--from must be before --to");
      const { ids, duplicates } = await readIds(textIn(file));
      const target = { api, subscription };
      const found = await reconciliationOf(target, await compareIds(target, ids, range), duplicates);
      session.terminal.result(found, () => reconciliationText(found));
      if (found.differences.length === 0) return;
      process.exitCode = exitCodes.failed;
      if (resend) await sendAgain(session, api, subscription, found, yes);
    });
}

async function sendAgain(
  session: Session,
  api: ApiClient,
  subscription: string,
  { differences }: Reconciliation,
  yes: boolean | undefined,
): Promise<void> {
  const missing = differences.filter(({ kind }) => kind === "missing").map(({ event }) => event);
  if (missing.length === 0) return;
  await confirm(
    session,
    `this sends ${missing.length === 1 ? "1 event" : `${missing.length} events`} to ${subscription} again`,
    yes,
  );
  const replays: string[] = [];
  for (let at = 0; at < missing.length; at += mostReplayed) {
    const body = { events: missing.slice(at, at + mostReplayed), dryRun: false };
    const params = { path: { id: subscription } };
    const started = await answerOf(api.POST("/v1/subscriptions/{id}/replays", { params, body }));
    if (!("id" in started)) continue;
    replays.push(started.id);
    // Printed immediately, because the bridge may refuse the next replay.
    session.terminal.note(`${started.id}: sends ${body.events.length} of ${missing.length} again.`);
  }
  session.terminal.result(
    { replays },
    () => `Started: ${replays.join(" ")}. Once they are completed, run this command again.`,
  );
  await noteHeld(session, subscription);
}
