import type { Command } from "@commander-js/extra-typings";
import { answerOf } from "../client/answer-of.ts";
import { print } from "../print.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

export function addEventTypes(program: Command, session: Session): void {
  const { terminal } = session;
  const types = program.command("event-types").description("list event types, with schemas and examples");

  types
    .command("list")
    .description("list the event types")
    .action(async () => {
      const { items } = await answerOf(session.api().GET("/v1/event-types"));
      const rows = items.map(({ type, description, since }) => [type, since, description]);
      terminal.result(items, () => tableOf(["type", "since", "what happened"], rows));
    });

  types
    .command("show")
    .description("show an event type's example, or its JSON Schema")
    .argument("<type>", "an event type, such as person.updated")
    .option("--schema", "print the JSON Schema instead of the example")
    .action((type, { schema }) => {
      const call = session.api().GET("/v1/event-types/{type}", { params: { path: { type } } });
      return print(session, call, (found) =>
        JSON.stringify(schema === true ? found.jsonSchema : found.exampleEvent, null, 2),
      );
    });
}
