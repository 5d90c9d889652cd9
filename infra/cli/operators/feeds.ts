import { type Command, Option } from "@commander-js/extra-typings";
import { shownState, stateWord } from "../../api-client/state-words.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { instantOption, wholeNumber } from "../option-values.ts";
import { listingText, print, printItems, printList } from "../print.ts";
import type { Session } from "../session.ts";

const classes = ["timelines", "rooms", "owners", "walks", "small", "scrubs"] as const;
/**
 * A parked feed has a different word than a parked instance: the feed's owner may be gone, but the source doesn't
 * reject the credentials.
 */
const wordOf = (status: string): string => stateWord(shownState(status, undefined));
const pathOf = (id: string) => ({ params: { path: { id } } });
const feedArgument = ["<id>", "the feed's ID, in quotes because it contains #"] as const;

export function addFeeds(program: Command, session: Session): void {
  const feeds = command(program, "feeds", "list and control feeds");

  command(feeds, "list", "list an instance's feeds")
    .requiredOption("--instance <name>", "the instance")
    .addOption(new Option("--class <class>", "only feeds of this class").choices(classes))
    .option("--limit <n>", "maximum number of feeds to list", wholeNumber(1, 100_000), 100)
    .action(({ instance, class: only, limit }) =>
      printList(session, limit, {
        read: (api, query) =>
          api.GET("/v1/feeds", { params: { query: { instance, ...(only && { class: only }), ...query } } }),
        none: "No feeds match.",
        heads: ["id", "status", "last poll", "read up to", "failures", "last error"],
        row: ({ id, status, lastPoll, readUpTo, failures, lastError }) => {
          return [id, wordOf(status), lastPoll, readUpTo, failures, lastError ?? ""];
        },
      }),
    );

  command(feeds, "slowest", "list the owners that have waited longest for a visit")
    .requiredOption("--instance <name>", "the instance")
    .action(async ({ instance: name }) => {
      const { items } = await answerOf(
        session.api().GET("/v1/instances/{name}/slowest-owners", { params: { path: { name } } }),
      );
      printItems(session, items, {
        none: "There are no owners yet.",
        heads: ["id", "status", "last poll", "period (s)", "last error"],
        row: ({ id, status, lastPoll, periodSeconds, lastError }) => {
          return [id, wordOf(status), lastPoll, periodSeconds, lastError ?? ""];
        },
      });
    });

  command(feeds, "show", "show one feed, with its last visits")
    .argument(...feedArgument)
    .action((id) =>
      print(session, session.api().GET("/v1/feeds/{id}", pathOf(id)), ({ visits, ...feed }) => {
        const history = listingText(visits, {
          none: "No visits have been recorded yet.",
          heads: ["last visit", "visits", "ms", "requests", "rows", "changes", "outcome"],
          row: ({ lastAt, visits: count, tookMs, requests, rows, changes, outcome, reason }) => {
            const result = reason === undefined ? outcome : `${outcome}: ${reason}`;
            return [lastAt, count, tookMs, requests, rows, changes, result];
          },
        });
        return `${JSON.stringify(feed, null, 2)}\n\n${history}`;
      }),
    );

  for (const [action, description] of [
    ["pause", "stop polling a feed; it keeps its position"],
    ["resume", "continue polling a feed from its position; also ends backing off and parking"],
    [
      "rebaseline",
      "read a feed as at first contact; unknown records that haven't changed since the instance's registration become baseline events",
    ],
  ] as const) {
    command(feeds, action, description)
      .argument(...feedArgument)
      .action((id) => {
        const call = session.api().POST(`/v1/feeds/{id}/${action}`, pathOf(id));
        return print(session, call, ({ status }) => `${id}: ${wordOf(status)}.`);
      });
  }

  command(feeds, "rewind", "read a feed's changes again; known records aren't published again")
    .argument(...feedArgument)
    .option("--to <instant>", "2026-11-20T00:00:00Z, or 2d (default: from the start)", instantOption)
    .action((id, { to }) => {
      const body = to === undefined ? {} : { to };
      const call = session.api().POST("/v1/feeds/{id}/rewind", { ...pathOf(id), body });
      return print(session, call, () => `Reading ${id} again from ${to ?? "the start"}.`);
    });
}
