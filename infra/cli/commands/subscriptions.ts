import { type Command, Option } from "@commander-js/extra-typings";
import type { components } from "../../api-client/api-types.ts";
import { roleCommands } from "../../api-client/destination-role.ts";
import { shownEndpointState, stateWord } from "../../api-client/state-words.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf, done } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { confirm, yesOption } from "../confirm.ts";
import { textOf } from "../given-files.ts";
import { wholeNumber } from "../option-values.ts";
import { listingText, print, printList, printPing } from "../print.ts";
import type { Session } from "../session.ts";
import { addCompleteness } from "./subscription-completeness.ts";
import { addSubscriptionSettings, newKeyLine, signings } from "./subscription-settings.ts";

const pathOf = (id: string) => ({ params: { path: { id } } });

export function addSubscriptions(program: Command, session: Session): void {
  const { terminal } = session;
  const subscriptions = command(program, "subscriptions", "list, create, change and test subscriptions");

  command(subscriptions, "list", "list subscriptions and the health of their endpoints")
    .option("--limit <n>", "maximum number of subscriptions to list", wholeNumber(1, 10_000), 100)
    .action(({ limit }) =>
      printList(session, limit, {
        read: (api, query) => api.GET("/v1/subscriptions", { params: { query } }),
        none: "There are no subscriptions. Create one: feedhook subscriptions create --help",
        heads: ["id", "url", "types", "state", "last 24 h", "last failure", "description"],
        row: ({ id, kind, url, destination, eventTypes, status, endpoint, description }) => {
          const target = url ?? destination?.target ?? "(pull)";
          const state = stateWord(kind === "pull" ? status : shownEndpointState(endpoint));
          const [day, failure] = [statisticsOf(endpoint.lastDay), failureOf(endpoint.lastFailure)];
          return [id, target, eventTypes.join(" "), state, day, failure, description ?? ""];
        },
      }),
    );

  command(subscriptions, "show <id>", "show a subscription with its endpoint's state and backlog").action((id) =>
    print(session, session.api().GET("/v1/subscriptions/{id}", pathOf(id))),
  );

  command(
    subscriptions,
    "role <id>",
    "print the commands that create the role for a subscription's queue, bus or bucket",
  ).action(async (id) => {
    const found = await answerOf(session.api().GET("/v1/subscriptions/{id}", pathOf(id)));
    const commands = roleCommands(found);
    if (commands === undefined) {
      throw new UsageError(
        `there are no commands for ${id}`,
        "The subscription needs a destination with a role, and the bridge must be able to send to AWS.",
      );
    }
    terminal.result({ commands }, () => commands);
  });

  addSubscriptionSettings(subscriptions, session);

  const change = (name: "pause" | "resume", status: "disabled" | "active", description: string) =>
    command(subscriptions, `${name} <id>`, description).action((id) => {
      const call = session.api().PATCH("/v1/subscriptions/{id}", { ...pathOf(id), body: { status } });
      return print(session, call, (changed) => `${id}: ${stateWord(changed.status)}.`);
    });
  change("pause", "disabled", "stop deliveries but keep the settings; a replay can send the missed events later");
  change("resume", "active", "resume deliveries, even after the endpoint failed; held deliveries are then sent");

  command(subscriptions, "delete <id>", "delete a subscription and its waiting deliveries")
    .option(...yesOption)
    .action(async (id, { yes }) => {
      await confirm(session, `this deletes ${id} and its waiting deliveries`, yes);
      await done(session.api().DELETE("/v1/subscriptions/{id}", pathOf(id)));
      terminal.result({ id, deleted: true }, () => `Deleted ${id}.`);
    });

  command(
    subscriptions,
    "rotate <id>",
    "create a new signing secret (shown only once) or key; during the overlap, the old secret or key also signs",
  )
    .option(
      "--overlap-seconds <n>",
      "the longest time that earlier secrets stay valid; use 0 if a secret leaked",
      wholeNumber(0, 604_800),
      86_400,
    )
    .option("--secret-file <file>", "a file with your own new secret; - for stdin (default: Feedhook generates one)")
    .addOption(new Option("--signing <kind>", "the kind of the new key (default: the newest key's)").choices(signings))
    .action(async (id, { overlapSeconds, secretFile, signing }) => {
      const secret = secretFile === undefined ? {} : { secret: (await textOf(secretFile)).trim() };
      const body = { overlapSeconds, ...secret, ...(signing && { signing }) };
      const call = session.api().POST("/v1/subscriptions/{id}/secret", { ...pathOf(id), body });
      await print(session, call, (made) => newKeyLine(made) ?? "");
    });

  command(subscriptions, "statistics <id>", "show an endpoint's attempts and response times over time")
    .addOption(new Option("--range <range>", "how far back to look").choices(["1h", "24h", "7d", "30d"]).default("24h"))
    .action((id, { range }) => {
      const params = { path: { id }, query: { range } };
      return print(session, session.api().GET("/v1/subscriptions/{id}/statistics", { params }), ({ slots, since }) =>
        listingText(slots, {
          none: `There have been no attempts since ${since}.`,
          heads: ["from", "attempts", "succeeded", "p50 ms", "p95 ms"],
          row: ({ at, attempts, successRate, p50Ms, p95Ms }) => {
            return [at, attempts, `${Math.floor(successRate * 1_000) / 10} %`, p50Ms, p95Ms];
          },
        }),
      );
    });

  addCompleteness(subscriptions, session);

  command(
    subscriptions,
    "acknowledge <id>",
    "mark the cause of an endpoint's failures as known; deliveries, retries and alerts continue",
  )
    .requiredOption("--note <text>", "what is being done, at most 500 characters")
    .action((id, body) => {
      const call = session.api().PUT("/v1/subscriptions/{id}/acknowledgement", { ...pathOf(id), body });
      return print(session, call, () => `Acknowledged ${id}.`);
    });

  command(subscriptions, "withdraw-acknowledgement <id>", "withdraw the acknowledgement of a failing endpoint").action(
    async (id) => {
      await done(session.api().DELETE("/v1/subscriptions/{id}/acknowledgement", pathOf(id)));
      terminal.result({ id, acknowledged: false }, () => `Withdrew the acknowledgement of ${id}.`);
    },
  );

  command(subscriptions, "ping <id>", "send a signed test event to the endpoint and wait for its response").action(
    (id) => printPing(session, session.api().POST("/v1/subscriptions/{id}/ping", pathOf(id))),
  );
}

function statisticsOf(window: components["schemas"]["AttemptStatistics"] | undefined): string {
  if (window === undefined) return "—";
  const { attempts, successRate, p95Ms } = window;
  // Shows 100 % only if every attempt succeeded.
  const rate = `${Math.floor(successRate * 1_000) / 10} % of ${attempts}`;
  return p95Ms === undefined ? rate : `${rate}, p95 ${p95Ms} ms`;
}

function failureOf(failure: components["schemas"]["EndpointFailure"] | undefined): string {
  return failure === undefined ? "—" : `${failure.status ?? failure.error ?? "failed"} at ${failure.at}`;
}
