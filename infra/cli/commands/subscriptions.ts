import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import { exitCodes } from "../cli-errors.ts";
import { answerOf, done } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { httpUrl, jsonOption, wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/terminal.ts";

const pathOf = (id: string) => ({ params: { path: { id } } });

export function addSubscriptions(program: Command, session: Session): void {
  const { terminal } = session;
  const subscriptions = program.command("subscriptions").description("list, create, change and test subscriptions");

  subscriptions
    .command("list")
    .description("list subscriptions and the health of their endpoints")
    .option("--limit <n>", "maximum number of subscriptions to list", wholeNumber(1, 10_000), 100)
    .action(async ({ limit }) => {
      const api = session.api();
      const read = (cursor: string | undefined) =>
        answerOf(api.GET("/v1/subscriptions", { params: { query: { limit: 200, ...after(cursor) } } }));
      const items = await firstOf(everyPage(read), limit);
      const rows = items.map(({ id, kind, url, eventTypes, status, endpoint, description }) => {
        const health = status === "disabled" || kind === "pull" ? status : endpoint.state;
        const day = statisticsOf(endpoint.lastDay);
        return [
          id,
          url ?? "(pull)",
          eventTypes.join(" "),
          health,
          day,
          failureOf(endpoint.lastFailure),
          description ?? "",
        ];
      });
      terminal.result(items, () =>
        rows.length === 0
          ? "There are no subscriptions. Create one: feedhook subscriptions create --help"
          : tableOf(["id", "url", "types", "state", "last 24 h", "last failure", "description"], rows),
      );
    });

  subscriptions
    .command("show")
    .description("show a subscription with its endpoint's state and backlog")
    .argument("<id>")
    .action(async (id) => {
      const found = await answerOf(session.api().GET("/v1/subscriptions/{id}", pathOf(id)));
      terminal.result(found, () => JSON.stringify(found, null, 2));
    });

  subscriptions
    .command("create")
    .description("create a subscription; its signing secret is shown only once")
    .option("--url <url>", "the endpoint's https URL", httpUrl)
    .option("--pull", "create a pull queue, whose events you fetch, instead of an endpoint")
    .addOption(new Option("--events <types...>", "person.created, person.*, *").makeOptionMandatory())
    .option("--instances <names...>", "only these instances")
    .option("--filter <pattern>", "only events that match this event pattern", jsonOption)
    .option("--description <text>")
    .option("--ordered", "send each record's events one at a time, oldest first")
    .option("--baseline", "also send baseline events, for records found at first contact")
    .action(async ({ events, pull, filter, ...rest }) => {
      const body: components["schemas"]["SubscriptionInput"] = {
        ...rest,
        eventTypes: events.flatMap((each) => each.split(",")),
        ...(filter && { filter: { ...filter } }),
        ...(pull === true && { kind: "pull" }),
      };
      const made = await answerOf(session.api().POST("/v1/subscriptions", { body }));
      for (const { field, message } of made.warnings ?? [])
        terminal.note(printableLine(`Warning: ${field}: ${message}`));
      const { id, secret } = made;
      terminal.result(made, () => (secret === undefined ? id : `${id}\nSigning secret, shown only once: ${secret}`));
    });

  const change = (name: "pause" | "resume", status: "disabled" | "active", description: string) =>
    subscriptions
      .command(name)
      .description(description)
      .argument("<id>")
      .action(async (id) => {
        const changed = await answerOf(
          session.api().PATCH("/v1/subscriptions/{id}", { ...pathOf(id), body: { status } }),
        );
        terminal.result(changed, () => `${id} is ${changed.status}.`);
      });
  change("pause", "disabled", "stop deliveries but keep the settings; a replay can send the missed events later");
  change("resume", "active", "resume deliveries, even after the endpoint failed, and send held ones");

  subscriptions
    .command("delete")
    .description("delete a subscription and its waiting deliveries")
    .argument("<id>")
    .action(async (id) => {
      await done(session.api().DELETE("/v1/subscriptions/{id}", pathOf(id)));
      terminal.result({ id, deleted: true }, () => `Deleted ${id}.`);
    });

  subscriptions
    .command("rotate")
    .description("create a new signing secret, shown only once; during the overlap, the old one also signs")
    .argument("<id>")
    .option(
      "--overlap-seconds <n>",
      "how long the old secret stays valid; use 0 for a leaked one",
      wholeNumber(0, 604_800),
      86_400,
    )
    .action(async (id, { overlapSeconds }) => {
      const call = session.api().POST("/v1/subscriptions/{id}/secret", { ...pathOf(id), body: { overlapSeconds } });
      const made = await answerOf(call);
      terminal.result(made, () => `New signing secret, shown only once: ${made.secret}`);
    });

  subscriptions
    .command("ping")
    .description("send a signed test event to the endpoint and wait for its response")
    .argument("<id>")
    .action(async (id) => {
      const ping = await answerOf(session.api().POST("/v1/subscriptions/{id}/ping", pathOf(id)));
      const { outcome, attempt, responseExcerpt: said = "" } = ping;
      const answer = attempt?.status ?? attempt?.error ?? "no response yet";
      terminal.result(ping, () =>
        printableLine(`${outcome}: ${answer}${attempt ? ` in ${attempt.durationMs} ms` : ""}  ${said}`.trim()),
      );
      if (outcome === "failed") process.exitCode = exitCodes.failed;
    });
}

/** An endpoint's success rate and p95 response time, for a table cell. */
function statisticsOf(window: components["schemas"]["AttemptStatistics"] | undefined): string {
  if (window === undefined) return "—";
  const { attempts, successRate, p95Ms } = window;
  // Shows 100 % only if all succeeded.
  const rate = `${Math.floor(successRate * 1_000) / 10} % of ${attempts}`;
  return p95Ms === undefined ? rate : `${rate}, p95 ${p95Ms} ms`;
}

function failureOf(failure: components["schemas"]["EndpointFailure"] | undefined): string {
  return failure === undefined ? "—" : `${failure.status ?? failure.error ?? "failed"} at ${failure.at}`;
}
