import { type Command, Option } from "@commander-js/extra-typings";
import { shownState, stateWord } from "../../api-client/state-words.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { instantOption, wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

const classes = ["timelines", "rooms", "owners", "walks", "small", "scrubs"] as const;
/**
 * A parked feed has a different word than a parked instance: the feed's owner may be gone, but the source doesn't
 * reject the credentials.
 */
const wordOf = (status: string): string => stateWord(shownState(status, undefined));
const pathOf = (id: string) => ({ params: { path: { id } } });

export function addFeeds(program: Command, session: Session): void {
  const { terminal } = session;
  const feeds = program.command("feeds").description("list and control feeds");

  feeds
    .command("list")
    .description("list an instance's feeds")
    .addOption(new Option("--instance <name>", "the instance").makeOptionMandatory())
    .addOption(new Option("--class <class>", "only feeds of this class").choices(classes))
    .option("--limit <n>", "maximum number of feeds to list", wholeNumber(1, 100_000), 100)
    .action(async ({ instance, class: only, limit }) => {
      const api = session.api();
      const query = { instance, ...(only && { class: only }), limit: Math.min(limit, 200) };
      const read = (cursor: string | undefined) =>
        answerOf(api.GET("/v1/feeds", { params: { query: { ...query, ...after(cursor) } } }));
      const items = await firstOf(everyPage(read), limit);
      const rows = items.map(({ id, status, lastPoll, readUpTo, failures, lastError }) => {
        return [id, wordOf(status), lastPoll, readUpTo, failures, lastError ?? ""];
      });
      const heads = ["id", "status", "last poll", "read up to", "failures", "last error"];
      terminal.result(items, () => (rows.length === 0 ? "No feeds match." : tableOf(heads, rows)));
    });

  feeds
    .command("slowest")
    .description("list the owners that have waited longest for a visit")
    .addOption(new Option("--instance <name>", "the instance").makeOptionMandatory())
    .action(async ({ instance: name }) => {
      const { items } = await answerOf(
        session.api().GET("/v1/instances/{name}/slowest-owners", { params: { path: { name } } }),
      );
      const rows = items.map(({ id, status, lastPoll, periodSeconds, lastError }) => {
        return [id, wordOf(status), lastPoll, periodSeconds, lastError ?? ""];
      });
      const heads = ["id", "status", "last poll", "period (s)", "last error"];
      terminal.result(items, () => (rows.length === 0 ? "There are no owners yet." : tableOf(heads, rows)));
    });

  feeds
    .command("show")
    .description("show one feed, with its last visits")
    .argument("<id>", "the feed's ID, in quotes because it contains #")
    .action(async (id) => {
      const found = await answerOf(session.api().GET("/v1/feeds/{id}", pathOf(id)));
      terminal.result(found, () => {
        const { visits, ...feed } = found;
        const rows = visits.map(({ lastAt, visits: count, tookMs, requests, rows: read, changes, outcome, reason }) => {
          return [
            lastAt,
            count,
            tookMs,
            requests,
            read,
            changes,
            reason === undefined ? outcome : `${outcome}: ${reason}`,
          ];
        });
        const heads = ["last visit", "visits", "ms", "requests", "rows", "changes", "outcome"];
        const history = rows.length === 0 ? "No visits have been recorded yet." : tableOf(heads, rows);
        return `${JSON.stringify(feed, null, 2)}\n\n${history}`;
      });
    });

  for (const [action, description] of [
    ["pause", "stop polling a feed; it keeps its position"],
    ["resume", "continue polling a feed from its position; also ends backing off and parking"],
    [
      "rebaseline",
      "read a feed as at first contact; unknown records that haven't changed since the instance's registration become baseline events",
    ],
  ] as const) {
    feeds
      .command(action)
      .description(description)
      .argument("<id>", "the feed's ID, in quotes because it contains #")
      .action(async (id) => {
        const changed = await answerOf(session.api().POST(`/v1/feeds/{id}/${action}`, pathOf(id)));
        terminal.result(changed, () => `${id}: ${wordOf(changed.status)}.`);
      });
  }

  feeds
    .command("rewind")
    .description("read a feed's changes again; known records aren't published again")
    .argument("<id>", "the feed's ID, in quotes because it contains #")
    .option("--to <instant>", "2026-11-20T00:00:00Z, or 2d (default: from the start)", instantOption)
    .action(async (id, { to }) => {
      const body = to === undefined ? {} : { to };
      const changed = await answerOf(session.api().POST("/v1/feeds/{id}/rewind", { ...pathOf(id), body }));
      terminal.result(changed, () => `Reading ${id} again from ${to ?? "the start"}.`);
    });
}
