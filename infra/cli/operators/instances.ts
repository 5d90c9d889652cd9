import { text } from "node:stream/consumers";
import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { exitCodes, UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { lastWord, ofLevel, signOf } from "../doctor/finding.ts";
import { decimalNumber, instantOption, wholeNumber } from "../option-values.ts";
import { print, printList } from "../print.ts";
import type { Session } from "../session.ts";

export const noInstances = "There are no instances. Connect one: feedhook instances connect --help";
const clientIdOption = [
  "--client-id <id>",
  "the client ID; the secret is read from FEEDHOOK_CLIENT_SECRET or stdin",
] as const;
const pathOf = (name: string) => ({ params: { path: { name } } });

type State = { readonly status: string; readonly parkedReason?: string | undefined };

export function instanceState({ status, parkedReason }: State): string {
  return parkedReason === undefined ? stateWord(status) : `${stateWord(status)} (${parkedReason})`;
}

export function addInstances(program: Command, session: Session): void {
  const { terminal, environment } = session;
  const instances = command(program, "instances", "list, connect and control instances");

  command(instances, "list", "list the instances")
    .option("--limit <n>", "maximum number of instances to list", wholeNumber(1, 100_000), 1_000)
    .action(({ limit }) =>
      printList(session, limit, {
        read: (api, query) => api.GET("/v1/instances", { params: { query } }),
        none: noInstances,
        heads: ["name", "status", "requests/s", "rooms", "baseline until"],
        row: ({ requestsPerSecond, connectedAt, rooms, ...instance }) => {
          return [instance.name, instanceState(instance), requestsPerSecond, rooms.length, connectedAt];
        },
      }),
    );

  command(instances, "show <name>", "show an instance's state, budget and rooms").action((name) =>
    print(session, session.api().GET("/v1/instances/{name}", pathOf(name))),
  );

  command(instances, "connect <name>", "connect an instance, or change its credentials, budget or rooms")
    .option(...clientIdOption)
    .option("--requests-per-second <n>", "maximum requests per second to the source", decimalNumber(0.001, 10_000))
    .option("--rooms <ids...>", "the complete list of rooms to read")
    .action(async (name, { clientId, ...rest }) => {
      const credentials = clientId === undefined ? undefined : { clientId, clientSecret: await secretOf(environment) };
      const body = { ...rest, ...(credentials && { credentials }) };
      const call = session.api().PUT("/v1/instances/{name}", { ...pathOf(name), body });
      await print(session, call, ({ status }) => `${name}: ${stateWord(status)}. Watch it: feedhook status --watch`);
    });

  command(instances, "test <name>", "test an instance's credentials: scope, lists, page sizes, clock")
    .requiredOption(...clientIdOption)
    .action(async (name, { clientId }) => {
      const body = { clientId, clientSecret: await secretOf(environment) };
      const tested = await answerOf(
        session.api().POST("/v1/instances/{name}/test-credentials", { ...pathOf(name), body }),
      );
      const findings = tested.findings.map(({ level, text }) => ({ ...ofLevel(level), text }));
      terminal.result(tested, () =>
        findings.flatMap((one, nth) => [nth === 0 ? "" : "\n", signOf(one), ` ${printableLine(one.text)}`]),
      );
      terminal.note(tested.outcome === "pending" ? "Nothing was tested." : lastWord(findings));
      if (tested.outcome !== "works") process.exitCode = exitCodes.failed;
    });

  for (const [action, description] of [
    ["pause", "stop reading; every feed keeps its position"],
    ["resume", "continue reading; every feed starts from its position; also ends parking"],
    [
      "rebaseline",
      "read as if just connected; existing records that Feedhook doesn't know are published as baseline events",
    ],
  ] as const) {
    command(instances, `${action} <name>`, description).action((name) => {
      const call = session.api().POST(`/v1/instances/{name}/${action}`, pathOf(name));
      return print(session, call, ({ status }) => `${name}: ${stateWord(status)}.`);
    });
  }

  command(instances, "rewind <name>", "read changes again in every feed; known records aren't published again")
    .option("--to <instant>", "2026-11-20T00:00:00Z, or 2d (default: from the start)", instantOption)
    .action((name, { to }) => {
      const body = to === undefined ? {} : { to };
      const call = session.api().POST("/v1/instances/{name}/rewind", { ...pathOf(name), body });
      return print(session, call, () => `Reading ${name} again from ${to ?? "the start"}.`);
    });
}

/** Other users would see an argument in the list of processes. */
async function secretOf(environment: Session["environment"]): Promise<string> {
  const given = environment["FEEDHOOK_CLIENT_SECRET"];
  const secret = given === undefined && !process.stdin.isTTY ? (await text(process.stdin)).trim() : given;
  if (secret !== undefined && secret !== "") return secret;
  throw new UsageError("the client secret is missing", "Set FEEDHOOK_CLIENT_SECRET, or pipe the secret in.");
}
