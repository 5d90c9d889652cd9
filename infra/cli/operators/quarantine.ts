import { type Command, Option } from "@commander-js/extra-typings";
import { answerOf, done } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { confirm, yesOption } from "../confirm.ts";
import { wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

const pathOf = (id: string, row: string) => ({ params: { path: { id, row } } });

export function addQuarantine(program: Command, session: Session): void {
  const { terminal } = session;
  const quarantine = program.command("quarantine").description("list, retry and discard rows that couldn't be read");

  quarantine
    .command("list")
    .description("list an instance's quarantined rows, without their content")
    .addOption(new Option("--instance <name>", "the instance").makeOptionMandatory())
    .option("--limit <n>", "maximum number of rows to list", wholeNumber(1, 100_000), 100)
    .action(async ({ instance, limit }) => {
      const api = session.api();
      const read = (cursor: string | undefined) =>
        answerOf(api.GET("/v1/quarantine", { params: { query: { instance, limit: 200, ...after(cursor) } } }));
      const items = await firstOf(everyPage(read), limit);
      const rows = items.map(({ feed, row, keptAt, reason, bytes }) => [keptAt, reason, bytes, row, feed]);
      const heads = ["quarantined at", "reason", "bytes", "row", "feed"];
      terminal.result(items, () => (rows.length === 0 ? "The quarantine is empty." : tableOf(heads, rows)));
    });

  quarantine
    .command("show")
    .description("show a row and its content, which may be personal data")
    .argument("<feed>", "the feed's ID, in quotes because it contains #")
    .argument("<row>")
    .action(async (feed, row) => {
      const call = session.api().GET("/v1/feeds/{id}/quarantine/{row}", pathOf(feed, row));
      const found = await answerOf(call);
      terminal.result(found, () => JSON.stringify(found, null, 2));
    });

  quarantine
    .command("retry")
    .description("retry a row at the feed's next visit")
    .argument("<feed>", "the feed's ID, in quotes because it contains #")
    .argument("<row>")
    .action(async (feed, row) => {
      await done(session.api().POST("/v1/feeds/{id}/quarantine/{row}/retry", pathOf(feed, row)));
      terminal.result({ feed, row, waiting: true }, () => "The feed's next visit retries the row.");
    });

  quarantine
    .command("delete")
    .description("discard a row")
    .argument("<feed>", "the feed's ID, in quotes because it contains #")
    .argument("<row>")
    .option(...yesOption)
    .action(async (feed, row, { yes }) => {
      await confirm(session, `this discards row ${row} of ${feed}`, yes);
      await done(session.api().DELETE("/v1/feeds/{id}/quarantine/{row}", pathOf(feed, row)));
      terminal.result({ feed, row, deleted: true }, () => "Discarded.");
    });
}
