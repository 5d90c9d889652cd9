import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

type Replay = components["schemas"]["Replay"];

const pathOf = (id: string, replay: string) => ({ params: { path: { id, replay } } });

/** `feedhook replay` starts a replay; these commands are for existing ones. */
export function addReplays(program: Command, session: Session): void {
  const { terminal } = session;
  const replays = program.command("replays").description("list, pause, resume and cancel replays");

  replays
    .command("list")
    .description("list a subscription's replays of the last 30 days, newest first")
    .argument("<subscription>")
    .option("--limit <n>", "maximum number of replays", wholeNumber(1, 10_000), 50)
    .action(async (id, { limit }) => {
      const api = session.api();
      const read = (cursor: string | undefined) => {
        const params = { path: { id }, query: { limit: Math.min(limit, 200), ...after(cursor) } };
        return answerOf(api.GET("/v1/subscriptions/{id}/replays", { params }));
      };
      const items = await firstOf(everyPage(read), limit);
      const heads = ["replay", "state", "sent", "examined", "started", "ended"];
      terminal.result(items, () => (items.length === 0 ? "There are no replays." : tableOf(heads, items.map(rowOf))));
    });

  replays
    .command("show")
    .description("show a replay and its progress")
    .argument("<subscription>")
    .argument("<replay>")
    .action(async (id, replay) => {
      const found = await answerOf(session.api().GET("/v1/subscriptions/{id}/replays/{replay}", pathOf(id, replay)));
      terminal.result(found, () => JSON.stringify(found, null, 2));
    });

  for (const [action, description] of [
    ["pause", "stop a replay; it keeps its position"],
    ["resume", "continue a paused replay from its position"],
    ["cancel", "end a replay; deliveries already sent aren't undone"],
  ] as const) {
    replays
      .command(action)
      .description(description)
      .argument("<subscription>")
      .argument("<replay>")
      .action(async (id, replay) => {
        const call = session.api().POST(`/v1/subscriptions/{id}/replays/{replay}/${action}`, pathOf(id, replay));
        const changed = await answerOf(call);
        terminal.result(changed, () => printableLine(`${replay}: ${stateWord(changed.state)}.`));
      });
  }
}

function rowOf({ id, state, progress, createdAt, endedAt }: Replay): (string | number | undefined)[] {
  return [id, stateWord(state), progress.sent, progress.scanned, createdAt, endedAt];
}
