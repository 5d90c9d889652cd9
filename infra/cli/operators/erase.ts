import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { command } from "../command.ts";
import { confirm, yesOption } from "../confirm.ts";
import { erasedOption } from "../option-values.ts";
import { print } from "../print.ts";
import type { Session } from "../session.ts";

export function addErase(program: Command, session: Session): void {
  command(program, "erase", "erase a record's events, values and quarantined rows, for example after a GDPR request")
    .argument("<subject>", "the record: person/k2Jm", erasedOption)
    .requiredOption("--instance <name>", "the record's instance")
    .option(...yesOption)
    .action(async (subject, { instance, yes }) => {
      const name = printableLine(`${subject.type}/${subject.id}`);
      await confirm(session, `this erases what is stored about ${name} of ${instance}`, yes);
      const call = session.api().POST("/v1/erasures", { body: { instance, subject } });
      await print(session, call, () => `${name} will be erased within half an hour.`);
    });
}
