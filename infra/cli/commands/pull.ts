import type { Command } from "@commander-js/extra-typings";
import { parseJson } from "../../../shared/kernel/parse.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { pulledEvents } from "../listen/forward-event.ts";
import { wholeNumber } from "../option-values.ts";
import { print } from "../print.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

export function addPull(program: Command, session: Session): void {
  const { terminal } = session;
  command(
    program,
    "pull <subscription>",
    "fetch events from a pull subscription; acknowledge them before their lease ends",
  )
    .option("--limit <n>", "maximum number of events", wholeNumber(1, 100), 10)
    .option("--wait <seconds>", "how long to wait for an event if there is none", wholeNumber(0, 20), 0)
    .option("--lease-seconds <n>", "how long the events are leased to you", wholeNumber(1, 43_200), 60)
    .option("--ack", "acknowledge the events once they are printed")
    .option("--body", "print each event as JSON instead of a table")
    .action(async (id, { limit, wait, leaseSeconds, ack, body }) => {
      const api = session.api();
      const params = { path: { id }, query: { limit, wait, leaseSeconds } };
      // The response is read as text, because JSON.parse would round large numbers.
      const call = api.GET("/v1/subscriptions/{id}/poll", { params, parseAs: "text" });
      const { items } = parseJson(pulledEvents, await answerOf(call), "response of the bridge");
      const values = items.map(({ event, ...rest }) => ({ ...rest, event: event.body }));
      terminal.result(values, () => {
        if (items.length === 0) return "No events are available.";
        if (body === true) return items.map(({ event }) => JSON.stringify(event.body, null, 2)).join("\n");
        const rows = items.map(({ ackId, fetched, leasedUntil, replay, event }) => {
          return [ackId, event.type, replay === true ? "yes" : "no", fetched, leasedUntil];
        });
        return tableOf(["ack id", "type", "replay", "fetched", "leased until"], rows);
      });
      if (ack !== true || items.length === 0) return;
      const ackIds = items.map(({ ackId }) => ackId);
      await answerOf(api.POST("/v1/subscriptions/{id}/ack", { params: { path: { id } }, body: { ackIds } }));
    });

  command(program, "ack <subscription>", "acknowledge fetched events, which removes them from the queue")
    .argument("<ack-ids...>", "IDs from the first column of `feedhook pull`")
    .action((id, ackIds) => {
      const call = session.api().POST("/v1/subscriptions/{id}/ack", { params: { path: { id } }, body: { ackIds } });
      return print(session, call, ({ acknowledged }) => `Acknowledged: ${acknowledged}.`);
    });
}
