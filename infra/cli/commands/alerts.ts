import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import { UsageError } from "../cli-errors.ts";
import { partnerPath } from "../client/partner-path.ts";
import { command } from "../command.ts";
import { print } from "../print.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

const kinds = [
  "endpoint_failing",
  "endpoint_paused",
  "endpoint_disabled",
  "endpoint_recovered",
  "deliveries_expired",
] as const;

const minutes = ["0", "5", "10"] as const;
const minutesOf = { "0": 0, "5": 5, "10": 10 } as const satisfies {
  readonly [text in (typeof minutes)[number]]: number;
};

const whose = () => new Option("--partner <id>", "the partner (default: the key's own)");

export function addAlerts(program: Command, session: Session): void {
  const alerts = command(program, "alerts", "set up alerts about endpoints by email, chat and PagerDuty");

  command(alerts, "show", "show where alerts go, and the most recent alerts")
    .addOption(whose())
    .action(async ({ partner: asked }) => {
      const api = session.api();
      const path = await partnerPath(api, asked, "alerts");
      await print(session, api.GET("/v1/partners/{partner}/alerts", path), textOf);
    });

  command(alerts, "set", "set where alerts go; other settings stay unchanged")
    .option(
      "--email <address>",
      "the email address; confirm it with the code it receives (feedhook alerts confirm CODE)",
    )
    .option("--slack <url>", "a Slack-compatible incoming webhook")
    .option("--teams <url>", "a Microsoft Teams workflow that posts cards")
    .option("--pagerduty <key>", "the integration key of an Events API v2 integration")
    .option("--pagerduty-url <url>", "the URL of PagerDuty's Events API, for example for the EU region")
    .addOption(
      new Option("--failing-after <minutes>", "how long an endpoint must fail before an alert").choices(minutes),
    )
    .addOption(new Option("--kinds <kinds...>", "the complete list of the kinds of alerts to send").choices(kinds))
    .option("--no-email", "stop email")
    .option("--no-slack", "stop Slack messages")
    .option("--no-teams", "stop Teams messages")
    .option("--no-pagerduty", "stop PagerDuty events")
    .addOption(whose())
    .action(async ({ email, slack, teams, pagerduty, pagerdutyUrl, failingAfter, kinds: wanted, partner: asked }) => {
      const api = session.api();
      if (pagerdutyUrl !== undefined && typeof pagerduty !== "string") {
        throw new UsageError("--pagerduty-url needs --pagerduty");
      }
      const pager = { routingKey: String(pagerduty), ...(pagerdutyUrl !== undefined && { url: pagerdutyUrl }) };
      const body = {
        ...(email !== undefined && { email: email === false ? null : email }),
        ...(slack !== undefined && { slackUrl: slack === false ? null : slack }),
        ...(teams !== undefined && { teamsUrl: teams === false ? null : teams }),
        ...(pagerduty !== undefined && { pagerduty: pagerduty === false ? null : pager }),
        ...(failingAfter !== undefined && { failingAfterMinutes: minutesOf[failingAfter] }),
        ...(wanted !== undefined && { kinds: [...wanted] }),
      };
      const path = await partnerPath(api, asked, "alerts");
      await print(session, api.PATCH("/v1/partners/{partner}/alerts", { ...path, body }), textOf);
    });

  command(alerts, "confirm", "confirm the email address with the code sent to it")
    .argument("<code>", "eight digits")
    .addOption(whose())
    .action(async (code, { partner: asked }) => {
      const api = session.api();
      const path = await partnerPath(api, asked, "alerts");
      const call = api.POST("/v1/partners/{partner}/alerts/confirm", { ...path, body: { code } });
      await print(session, call, ({ email }) => `${email?.address ?? "The address"} is confirmed.`);
    });

  command(alerts, "test", "send a test alert and show the result")
    .addOption(whose())
    .action(async ({ partner: asked }) => {
      const api = session.api();
      const path = await partnerPath(api, asked, "alerts");
      await print(session, api.POST("/v1/partners/{partner}/alerts/test", path), ({ results }) => {
        const rows = results.map(({ channel, outcome, reason }) => [channel, outcome, reason]);
        return tableOf(["channel", "outcome", "reason"], rows);
      });
    });
}

type Alerts = components["schemas"]["Alerts"];

function textOf({ email, slack, teams, pagerduty, ...rest }: Alerts): string {
  const { failingAfterMinutes: after, kinds: wanted, emailAvailable, recent } = rest;
  const unconfirmed = "not confirmed yet: feedhook alerts confirm CODE";
  const mail = email === undefined ? "none" : `${email.address} (${email.confirmed ? "confirmed" : unconfirmed})`;
  const rows = recent.map(({ triedAt, kind, subscription, channel, state, reason }) => {
    return [triedAt, kind, subscription, channel, state, reason];
  });
  const lines = [
    printableLine(`Email:     ${emailAvailable ? mail : "not available on this bridge"}`),
    printableLine(`Chat:      ${slack?.host ?? "none"}`),
    printableLine(`Teams:     ${teams?.host ?? "none"}`),
    printableLine(`PagerDuty: ${pagerduty?.host ?? "none"}`),
    printableLine(`Failing:   ${after === 0 ? "immediately" : `after ${after} minutes`}`),
    printableLine(`Kinds:     ${wanted.join(" ")}`),
    ...(rows.length === 0 ? [] : ["", tableOf(["when", "what", "subscription", "channel", "state", "reason"], rows)]),
  ];
  return lines.join("\n");
}
