import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { command } from "../command.ts";
import { wholeNumber } from "../option-values.ts";
import { print, printList } from "../print.ts";
import type { Session } from "../session.ts";

const pathOf = (id: string, replay: string) => ({ params: { path: { id, replay } } });

/** `feedhook replay` starts a replay; these commands are for existing ones. */
export function addReplays(program: Command, session: Session): void {
  const replays = command(program, "replays", "list, pause, resume and cancel replays");

  command(replays, "list <subscription>", "list a subscription's replays of the last 30 days, newest first")
    .option("--limit <n>", "maximum number of replays", wholeNumber(1, 10_000), 50)
    .action((id, { limit }) =>
      printList(session, limit, {
        read: (api, query) => api.GET("/v1/subscriptions/{id}/replays", { params: { path: { id }, query } }),
        none: "There are no replays.",
        heads: ["replay", "state", "sent", "examined", "started", "ended"],
        row: ({ id: replay, state, progress, createdAt, endedAt }) => {
          return [replay, stateWord(state), progress.sent, progress.scanned, createdAt, endedAt];
        },
      }),
    );

  command(replays, "show <subscription> <replay>", "show a replay and its progress").action((id, replay) =>
    print(session, session.api().GET("/v1/subscriptions/{id}/replays/{replay}", pathOf(id, replay))),
  );

  for (const [action, description] of [
    ["pause", "stop a replay; it keeps its position"],
    ["resume", "continue a paused replay from its position"],
    ["cancel", "end a replay; deliveries already sent aren't undone"],
  ] as const) {
    command(replays, `${action} <subscription> <replay>`, description).action((id, replay) => {
      const call = session.api().POST(`/v1/subscriptions/{id}/replays/{replay}/${action}`, pathOf(id, replay));
      return print(session, call, ({ state }) => printableLine(`${replay}: ${stateWord(state)}.`));
    });
  }
}
