import type { Command } from "@commander-js/extra-typings";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

export function addEventTypes(program: Command, session: Session): void {
  const { terminal } = session;
  const types = command(program, "event-types", "list event types, with schemas and examples");

  command(types, "list", "list the event types").action(async () => {
    const { items } = await answerOf(session.api().GET("/v1/event-types"));
    const rows = items.map(({ type, description, since }) => [type, since, description]);
    terminal.result(items, () => tableOf(["type", "since", "what happened"], rows));
  });

  command(types, "show", "show an event type's example, or its JSON Schema")
    .argument("<type>", "an event type, such as person.updated")
    .option("--schema", "print the JSON Schema instead of the example")
    .action((type, { schema }) => {
      const call = session.api().GET("/v1/event-types/{type}", { params: { path: { type } } });
      return print(session, call, (found) =>
        JSON.stringify(schema === true ? found.jsonSchema : found.exampleEvent, null, 2),
      );
    });
}
