import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import { answerOf } from "../client/answer-of.ts";
import { partnerPath } from "../client/partner-path.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/terminal.ts";

const kinds = [
  "endpoint_failing",
  "endpoint_paused",
  "endpoint_disabled",
  "endpoint_recovered",
  "deliveries_expired",
] as const;

const whose = () => new Option("--partner <id>", "whose (default: whose key this is)");

/** Commands that set where a partner's alerts about its endpoints go: e-mail and chat. */
export function addAlerts(program: Command, session: Session): void {
  const { terminal } = session;
  const alerts = program.command("alerts").description("set alerts about endpoints by e-mail and chat");

  alerts
    .command("show")
    .description("show where alerts go, and the most recent ones")
    .addOption(whose())
    .action(async ({ partner: asked }) => {
      const api = session.api();
      const path = await partnerPath(api, asked, "alerts");
      const found = await answerOf(api.GET("/v1/partners/{partner}/alerts", path));
      terminal.result(found, () => linesOf(found).join("\n"));
    });

  alerts
    .command("set")
    .description("set where alerts go; other settings stay")
    .option("--email <address>", "receives a code first: `feedhook alerts confirm CODE`")
    .option("--slack <url>", "a Slack-compatible incoming webhook")
    .addOption(new Option("--kinds <kinds...>", "the complete list of kinds").choices(kinds))
    .option("--no-email", "stop e-mail")
    .option("--no-slack", "stop chat messages")
    .addOption(whose())
    .action(async ({ email, slack, kinds: wanted, partner: asked }) => {
      const api = session.api();
      const body = {
        ...(email !== undefined && { email: email === false ? null : email }),
        ...(slack !== undefined && { slackUrl: slack === false ? null : slack }),
        ...(wanted !== undefined && { kinds: [...wanted] }),
      };
      const path = await partnerPath(api, asked, "alerts");
      const set = await answerOf(api.PATCH("/v1/partners/{partner}/alerts", { ...path, body }));
      terminal.result(set, () => linesOf(set).join("\n"));
    });

  alerts
    .command("confirm")
    .description("confirm the e-mail address with the code sent to it")
    .argument("<code>", "eight digits")
    .addOption(whose())
    .action(async (code, { partner: asked }) => {
      const api = session.api();
      const path = await partnerPath(api, asked, "alerts");
      const set = await answerOf(api.POST("/v1/partners/{partner}/alerts/confirm", { ...path, body: { code } }));
      terminal.result(set, () => `${set.email?.address ?? "The address"} is confirmed.`);
    });

  alerts
    .command("test")
    .description("send a test alert and show the result")
    .addOption(whose())
    .action(async ({ partner: asked }) => {
      const api = session.api();
      const path = await partnerPath(api, asked, "alerts");
      const { results } = await answerOf(api.POST("/v1/partners/{partner}/alerts/test", path));
      const rows = results.map(({ channel, outcome, reason }) => [channel, outcome, reason]);
      terminal.result({ results }, () => tableOf(["channel", "outcome", "reason"], rows));
    });
}

type Alerts = components["schemas"]["Alerts"];

function linesOf({ email, slack, kinds: wanted, emailAvailable, recent }: Alerts): readonly string[] {
  const unconfirmed = "not confirmed yet: feedhook alerts confirm CODE";
  const mail = email === undefined ? "none" : `${email.address} (${email.confirmed ? "confirmed" : unconfirmed})`;
  const rows = recent.map(({ triedAt, kind, subscription, channel, state, reason }) => {
    return [triedAt, kind, subscription, channel, state, reason];
  });
  return [
    printableLine(`E-mail: ${emailAvailable ? mail : "not available on this bridge"}`),
    printableLine(`Chat:   ${slack?.host ?? "none"}`),
    printableLine(`Kinds:  ${wanted.join(" ")}`),
    ...(rows.length === 0 ? [] : ["", tableOf(["when", "what", "subscription", "channel", "state", "reason"], rows)]),
  ];
}
