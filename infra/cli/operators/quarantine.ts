import type { Command } from "@commander-js/extra-typings";
import { done } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { confirm, yesOption } from "../confirm.ts";
import { wholeNumber } from "../option-values.ts";
import { print, printList } from "../print.ts";
import type { Session } from "../session.ts";

const feedArgument = ["<feed>", "the feed's ID, in quotes because it contains #"] as const;
const pathOf = (id: string, row: string) => ({ params: { path: { id, row } } });

export function addQuarantine(program: Command, session: Session): void {
  const { terminal } = session;
  const quarantine = command(program, "quarantine", "list, retry and discard rows that couldn't be read");

  command(quarantine, "list", "list an instance's quarantined rows, without their content")
    .requiredOption("--instance <name>", "the instance")
    .option("--limit <n>", "maximum number of rows to list", wholeNumber(1, 100_000), 100)
    .action(({ instance, limit }) =>
      printList(session, limit, {
        read: (api, query) => api.GET("/v1/quarantine", { params: { query: { instance, ...query } } }),
        none: "The quarantine is empty.",
        heads: ["quarantined at", "reason", "bytes", "row", "feed"],
        row: ({ feed, row, keptAt, reason, bytes }) => [keptAt, reason, bytes, row, feed],
      }),
    );

  command(quarantine, "show", "show a row and its content, which may be personal data")
    .argument(...feedArgument)
    .argument("<row>")
    .action((feed, row) => print(session, session.api().GET("/v1/feeds/{id}/quarantine/{row}", pathOf(feed, row))));

  command(quarantine, "retry", "retry a row at the feed's next visit")
    .argument(...feedArgument)
    .argument("<row>")
    .action(async (feed, row) => {
      await done(session.api().POST("/v1/feeds/{id}/quarantine/{row}/retry", pathOf(feed, row)));
      terminal.result({ feed, row, waiting: true }, () => "The feed's next visit retries the row.");
    });

  command(quarantine, "delete", "discard a row")
    .argument(...feedArgument)
    .argument("<row>")
    .option(...yesOption)
    .action(async (feed, row, { yes }) => {
      await confirm(session, `this discards row ${row} of ${feed}`, yes);
      await done(session.api().DELETE("/v1/feeds/{id}/quarantine/{row}", pathOf(feed, row)));
      terminal.result({ feed, row, deleted: true }, () => "Discarded.");
    });
}
