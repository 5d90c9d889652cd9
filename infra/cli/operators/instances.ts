import { text } from "node:stream/consumers";
import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import { stateWord } from "../../api-client/state-words.ts";
import { exitCodes, UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { lastWord, ofLevel, signOf } from "../doctor/finding.ts";
import { decimalNumber, instantOption, wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

const pathOf = (name: string) => ({ params: { path: { name } } });

export function addInstances(program: Command, session: Session): void {
  const { terminal, environment } = session;
  const instances = program.command("instances").description("list, connect and control instances");

  instances
    .command("list")
    .description("list the instances")
    .option("--limit <n>", "maximum number of instances to list", wholeNumber(1, 100_000), 1_000)
    .action(async ({ limit }) => {
      const api = session.api();
      const read = (cursor: string | undefined) =>
        answerOf(api.GET("/v1/instances", { params: { query: { limit: Math.min(limit, 200), ...after(cursor) } } }));
      const items = await firstOf(everyPage(read), limit);
      const rows = items.map(({ name, status, parkedReason, requestsPerSecond, connectedAt, rooms }) => {
        const state = parkedReason === undefined ? stateWord(status) : `${stateWord(status)} (${parkedReason})`;
        return [name, state, requestsPerSecond, rooms.length, connectedAt];
      });
      terminal.result(items, () =>
        rows.length === 0
          ? "There are no instances. Connect one: feedhook instances connect --help"
          : tableOf(["name", "status", "requests/s", "rooms", "baseline until"], rows),
      );
    });

  instances
    .command("show")
    .description("show an instance's state, budget and rooms")
    .argument("<name>")
    .action(async (name) => {
      const found = await answerOf(session.api().GET("/v1/instances/{name}", pathOf(name)));
      terminal.result(found, () => JSON.stringify(found, null, 2));
    });

  instances
    .command("connect")
    .description("connect an instance, or change its credentials, budget or rooms")
    .argument("<name>")
    .addOption(new Option("--client-id <id>", "the client ID; the secret is read from FEEDHOOK_CLIENT_SECRET or stdin"))
    .option("--requests-per-second <n>", "maximum requests per second to the source", decimalNumber(0.001, 10_000))
    .option("--rooms <ids...>", "the complete list of rooms to read")
    .action(async (name, { clientId, ...rest }) => {
      const credentials = clientId === undefined ? undefined : { clientId, clientSecret: await secretOf(environment) };
      const body = { ...rest, ...(credentials && { credentials }) };
      const made = await answerOf(session.api().PUT("/v1/instances/{name}", { ...pathOf(name), body }));
      terminal.result(made, () => `${name}: ${stateWord(made.status)}. Watch it: feedhook status --watch`);
    });

  instances
    .command("test")
    .description("test an instance's credentials: scope, lists, page sizes, clock")
    .argument("<name>")
    .addOption(
      new Option(
        "--client-id <id>",
        "the client ID; the secret is read from FEEDHOOK_CLIENT_SECRET or stdin",
      ).makeOptionMandatory(),
    )
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
    instances
      .command(action)
      .description(description)
      .argument("<name>")
      .action(async (name) => {
        const changed = await answerOf(session.api().POST(`/v1/instances/{name}/${action}`, pathOf(name)));
        terminal.result(changed, () => `${name}: ${stateWord(changed.status)}.`);
      });
  }

  instances
    .command("rewind")
    .description("read changes again in every feed; known records aren't published again")
    .argument("<name>")
    .option("--to <instant>", "2026-11-20T00:00:00Z, or 2d (default: from the start)", instantOption)
    .action(async (name, { to }) => {
      const body = to === undefined ? {} : { to };
      const changed = await answerOf(session.api().POST("/v1/instances/{name}/rewind", { ...pathOf(name), body }));
      terminal.result(changed, () => `Reading ${name} again from ${to ?? "the start"}.`);
    });
}

/** Other users would see an argument in the list of processes. */
async function secretOf(environment: Session["environment"]): Promise<string> {
  const given = environment["FEEDHOOK_CLIENT_SECRET"];
  const secret = given === undefined && !process.stdin.isTTY ? (await text(process.stdin)).trim() : given;
  if (secret !== undefined && secret !== "") return secret;
  throw new UsageError("the client secret is missing", "Set FEEDHOOK_CLIENT_SECRET, or pipe the secret in.");
}
