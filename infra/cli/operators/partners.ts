import { type Command, Option } from "@commander-js/extra-typings";
import { defined } from "../../../shared/kernel/defined.ts";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { UsageError } from "../cli-errors.ts";
import { done } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { decimalNumber, wholeNumber } from "../option-values.ts";
import { print, printList } from "../print.ts";
import type { Session } from "../session.ts";

const pathOf = (partner: string) => ({ params: { path: { partner } } });

const options = {
  origins: () => new Option("--portal-origins <origins...>", "the sites that may show the portal in a frame"),
  subscriptions: () =>
    new Option("--max-subscriptions <n>", "maximum number of subscriptions").argParser(wholeNumber(0, 10_000)),
  keys: () => new Option("--max-keys <n>", "maximum number of API keys").argParser(wholeNumber(0, 1_000)),
  replays: () =>
    new Option("--replay-per-second <n>", "maximum number of deliveries per second for all replays").argParser(
      wholeNumber(1, 5_000),
    ),
  deliveries: () =>
    new Option("--deliveries-per-second <n>", "maximum number of deliveries per second").argParser(
      decimalNumber(0.1, 10_000),
    ),
};

type Limits<D> = {
  readonly maxSubscriptions?: number | undefined;
  readonly maxKeys?: number | undefined;
  readonly replayPerSecond?: number | undefined;
  readonly deliveriesPerSecond?: D | undefined;
};

function quotasOf<D>({ maxSubscriptions: subscriptions, maxKeys: keys, ...rates }: Limits<D>) {
  const { replayPerSecond, deliveriesPerSecond } = rates;
  const named = defined({ subscriptions, keys, replayPerSecond, deliveriesPerSecond });
  return Object.keys(named).length === 0 ? undefined : named;
}

export function addPartners(program: Command, session: Session): void {
  const { terminal } = session;
  const partners = command(program, "partners", "list, create, change and suspend partners");

  command(partners, "list", "list the partners")
    .option("--limit <n>", "maximum number of partners to list", wholeNumber(1, 100_000), 100)
    .action(({ limit }) =>
      printList(session, limit, {
        read: (api, query) => api.GET("/v1/partners", { params: { query } }),
        none: "There are no partners. Create one: feedhook partners create --help",
        heads: ["id", "name", "status", "instances"],
        row: ({ id, name, status, instances }) => [id, name, stateWord(status), instances.join(" ")],
      }),
    );

  command(partners, "show <partner>", "show a partner with its quotas and portal origins").action((partner) =>
    print(session, session.api().GET("/v1/partners/{partner}", pathOf(partner))),
  );

  command(partners, "create", "create a partner, without a key (add one with feedhook keys create)")
    .argument("<name>", "the partner's display name")
    .option("--instances <names...>", "the instances whose events the partner can receive")
    .addOption(options.origins())
    .addOption(options.subscriptions())
    .addOption(options.keys())
    .addOption(options.replays())
    .addOption(options.deliveries())
    .action((name, { instances, portalOrigins, ...limits }) => {
      const quotas = quotasOf(limits);
      const body = { name, ...defined({ instances, portalOrigins, quotas }) };
      return print(session, session.api().POST("/v1/partners", { body }), ({ id }) => {
        return `${id}\nCreate its key: feedhook keys create NAME --partner ${id} --scopes admin`;
      });
    });

  command(
    partners,
    "update <partner>",
    "change a partner's name, instances, portal origins or quotas; other settings stay unchanged",
  )
    .option("--name <name>", "the partner's display name")
    .option("--instances <names...>", "the complete list of instances whose events the partner can receive")
    .addOption(options.origins())
    .addOption(options.subscriptions())
    .addOption(options.keys())
    .addOption(options.replays())
    .addOption(options.deliveries())
    .option("--no-deliveries-per-second", "any number of deliveries per second")
    .action(async (partner, { name, instances, portalOrigins, deliveriesPerSecond: most, ...limits }) => {
      const deliveriesPerSecond = typeof most === "boolean" ? null : most;
      const quotas = quotasOf({ ...limits, deliveriesPerSecond });
      const body = defined({ name, instances, portalOrigins, quotas });
      if (Object.keys(body).length === 0) {
        throw new UsageError("there is nothing to change", "List the settings: feedhook partners update --help");
      }
      const call = session.api().PATCH("/v1/partners/{partner}", { ...pathOf(partner), body });
      await print(session, call, (changed) => {
        return printableLine(`${changed.id} ${changed.name}: ${changed.instances.join(" ")}`);
      });
    });

  for (const [action, description] of [
    ["suspend", "reject a partner's keys and hold its deliveries; its data is kept"],
    ["resume", "end a partner's suspension; held deliveries are then sent"],
  ] as const) {
    command(partners, `${action} <partner>`, description).action((partner) => {
      const call = session.api().POST(`/v1/partners/{partner}/${action}`, pathOf(partner));
      return print(session, call, ({ name, status }) => printableLine(`${name}: ${stateWord(status)}.`));
    });
  }

  command(
    partners,
    "delete <partner>",
    "delete a partner and everything it owns; without --confirm, only show what would be deleted",
  )
    .option("--confirm <partner>", "the partner's ID again")
    .action(async (partner, { confirm }) => {
      const params = { path: { partner }, query: confirm === undefined ? {} : { confirm } };
      await done(session.api().DELETE("/v1/partners/{partner}", { params }));
      terminal.result({ partner, deleted: true }, () => `Deleted ${partner}.`);
    });
}
