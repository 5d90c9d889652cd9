import type { Command } from "@commander-js/extra-typings";
import { answerOf, done } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { confirm, yesOption } from "../confirm.ts";
import { printItems } from "../print.ts";
import type { Session } from "../session.ts";

/** How many sampled records a row of the table shows; `--json` shows all. */
const shown = 5;

export function addRemovals(program: Command, session: Session): void {
  const { terminal } = session;
  const removals = command(program, "removals", "list, approve and dismiss held removals");

  command(removals, "list", "list held removals")
    .requiredOption("--instance <name>", "the instance")
    .action(async ({ instance }) => {
      const found = await answerOf(session.api().GET("/v1/removals", { params: { query: { instance } } }));
      printItems(session, found.items, {
        none: "There are no held removals.",
        heads: ["source", "since", "missing", "of known", "decision", "examples"],
        row: ({ source, since, missing, known, decision, sample }) => {
          const some = sample.slice(0, shown).map(({ id, name }) => (name === undefined ? id : `${name} (${id})`));
          return [source, since, missing, known, decision, some.join(", ")];
        },
      });
    });

  for (const [action, description] of [
    ["approve", "publish the removals; use this if the records are gone"],
    ["dismiss", "publish no removals; use this if the credentials lost access, for example"],
  ] as const) {
    command(removals, `${action} <instance>`, description)
      .argument("<source>", "person, company, …")
      .option(...yesOption)
      .action(async (name, source, { yes }) => {
        // A dismissal publishes nothing, and a later walk can hold the removals again.
        if (action === "approve") await confirm(session, `this publishes the removals of ${source} in ${name}`, yes);
        const params = { path: { name, source } };
        await done(session.api().POST(`/v1/instances/{name}/removals/{source}/${action}`, { params }));
        const word = action === "approve" ? "approved" : "dismissed";
        terminal.result({ instance: name, source, [action]: true }, () => `The removals of ${source} are ${word}.`);
      });
  }
}
