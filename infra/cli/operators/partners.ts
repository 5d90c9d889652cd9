import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { answerOf, done } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/terminal.ts";

const pathOf = (partner: string) => ({ params: { path: { partner } } });

/** Commands for the bridge's customers and the instances whose events each one sees. */
export function addPartners(program: Command, session: Session): void {
  const { terminal } = session;
  const partners = program.command("partners").description("list, create, change and suspend partners");

  partners
    .command("list")
    .description("list the partners")
    .option("--limit <n>", "maximum number of partners to list", wholeNumber(1, 100_000), 100)
    .action(async ({ limit }) => {
      const api = session.api();
      const read = (cursor: string | undefined) =>
        answerOf(api.GET("/v1/partners", { params: { query: { limit: 200, ...after(cursor) } } }));
      const items = await firstOf(everyPage(read), limit);
      const rows = items.map(({ id, name, status, instances }) => [id, name, status, instances.join(" ")]);
      terminal.result(items, () =>
        rows.length === 0
          ? "There are no partners. Create one: feedhook partners create --help"
          : tableOf(["id", "name", "status", "instances"], rows),
      );
    });

  partners
    .command("create")
    .description("create a partner, without a key (add one with feedhook keys create)")
    .argument("<name>", "the partner's display name")
    .option("--instances <names...>", "the instances whose events the partner can receive")
    .action(async (name, { instances = [] }) => {
      const made = await answerOf(session.api().POST("/v1/partners", { body: { name, instances } }));
      terminal.result(
        made,
        () => `${made.id}\nCreate its key: feedhook keys create NAME --partner ${made.id} --scopes admin`,
      );
    });

  partners
    .command("update")
    .description("change a partner's name or instances")
    .argument("<partner>")
    .option("--name <name>")
    .option("--instances <names...>", "the complete list of instances whose events the partner can receive")
    .action(async (partner, body) => {
      const changed = await answerOf(session.api().PATCH("/v1/partners/{partner}", { ...pathOf(partner), body }));
      terminal.result(changed, () => printableLine(`${changed.id} ${changed.name}: ${changed.instances.join(" ")}`));
    });

  for (const [action, description] of [
    ["suspend", "reject a partner's keys and hold its deliveries; its data is kept"],
    ["resume", "end a partner's suspension and send held deliveries"],
  ] as const) {
    partners
      .command(action)
      .description(description)
      .argument("<partner>")
      .action(async (partner) => {
        const changed = await answerOf(session.api().POST(`/v1/partners/{partner}/${action}`, pathOf(partner)));
        terminal.result(changed, () => printableLine(`${changed.name} is ${changed.status}.`));
      });
  }

  partners
    .command("delete")
    .description("delete a partner and everything it owns; without --confirm, only show what would be deleted")
    .argument("<partner>")
    .option("--confirm <partner>", "the partner's ID again")
    .action(async (partner, { confirm }) => {
      const params = { path: { partner }, query: confirm === undefined ? {} : { confirm } };
      await done(session.api().DELETE("/v1/partners/{partner}", { params }));
      terminal.result({ partner, deleted: true }, () => `Deleted ${partner}.`);
    });
}
