import type { z } from "@hono/zod-openapi";
import { channelsOf } from "../../alerts/alert-sender.ts";
import type { AlertSettings } from "../../alerts/alert-settings.ts";
import { defined } from "../../kernel/defined.ts";
import { ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import { partnerParams } from "../partners/partner-schemas.ts";
import { judgedUrl } from "../subscriptions/check-settings.ts";
import { merged } from "../subscriptions/merge-patch.ts";
import { alertsAnswer, alertsPatch, alertsView, confirmInput, testAnswer } from "./alert-schemas.ts";

const recentAlerts = 20;

const read = { tag: "Alerts", who: "partner", scope: "read", params: partnerParams } as const;
const manage = { tag: "Alerts", who: "partner", scope: "manage", params: partnerParams } as const;

export const alertRoutes = [
  endpoint("getAlerts", "get", "/v1/partners/{partner}/alerts", {
    ...read,
    summary: "Retrieve a partner's alert settings and recent alerts",
    answers: { 200: ["The settings", alertsAnswer] },
    async handle({ params, caller, context }, services) {
      const { alertSettings, alertLog, sendsMail } = services;
      const { id } = await ownPartner(services, caller, params);
      const [settings, recent] = await Promise.all([alertSettings.read(id), alertLog.latest(id, recentAlerts)]);
      return tagged(context, settings, alertsView(settings, recent, sendsMail));
    },
  }),

  endpoint("updateAlerts", "patch", "/v1/partners/{partner}/alerts", {
    ...manage,
    summary: "Update a partner's alert settings",
    description:
      "Feedhook sends one alert each time an endpoint has been failing for `failingAfterMinutes`, is paused, is disabled, or recovers, and when deliveries expire. After you change the settings, Feedhook also sends alerts about endpoints that are currently failing or paused. Alerts contain no secrets or record data.",
    headers: ifMatchHeader,
    body: alertsPatch,
    answers: { 200: ["The current settings", alertsAnswer] },
    async handle({ params, headers, body, caller, context }, services) {
      const { alertSettings, alertRequests, clock } = services;
      const { id } = await ownPartner(services, caller, params);
      const prepared = await preparedChange(id, body, services);
      const settings = await alertSettings.change(id, (current) => {
        assertMatches(headers["if-match"], current);
        return changedSettings(current, prepared, clock.now());
      });
      if (channelsOf(settings).length > 0) await alertRequests.announceOngoing(id);
      const madeAt = prepared.email?.code.madeAt;
      if (madeAt !== undefined && settings.email?.code?.madeAt === madeAt) await alertRequests.sendCode(id, madeAt);
      return answered(context, services, id, settings);
    },
  }),

  endpoint("confirmAlertEmail", "post", "/v1/partners/{partner}/alerts/confirm", {
    ...manage,
    summary: "Confirm a partner's email address for alerts",
    description:
      "Confirms the address with the code that Feedhook sent to it. A code is valid for one hour. After five wrong codes, set the address again to get a new code.",
    body: confirmInput,
    answers: { 200: ["The current settings, with the confirmed address", alertsAnswer] },
    async handle({ params, body, caller, draw, context }, services) {
      const { id } = await ownPartner(services, caller, params);
      const result = await services.alertSettings.confirm(id, body.code, draw);
      if (result.outcome === "notFound") {
        throw new RequestError(
          "wrong-state",
          "No email address is waiting for confirmation. Set an email address first.",
        );
      }
      if (result.outcome === "invalid")
        throw RequestError.invalid([{ field: "code", message: wrongCode(result.triesLeft) }]);
      await services.alertRequests.announceOngoing(id);
      return answered(context, services, id, result.settings);
    },
  }),

  endpoint("testAlerts", "post", "/v1/partners/{partner}/alerts/test", {
    ...manage,
    waits: true,
    summary: "Send a test alert",
    description:
      "Sends a test alert through every channel that is set up, and returns the results. An unconfirmed email address gets no test alert. You can send one test every ten seconds.",
    answers: { 200: ["The result for each channel", testAnswer] },
    async handle({ params, caller }, services) {
      const { id } = await ownPartner(services, caller, params);
      const result = await services.alertRequests.test(id);
      if (result.outcome === "tooSoon") throw RequestError.tooSoon("A test alert was just sent. Wait ten seconds.", 10);
      if (result.outcome === "notFound") {
        throw new RequestError(
          "wrong-state",
          "No channel is set up. Set up Slack, Microsoft Teams, or PagerDuty, or confirm an email address.",
        );
      }
      const results = result.channels.map(({ channel, row }) => {
        const reason = row?.reason === undefined ? {} : { reason: row.reason };
        return { channel, outcome: outcomeOf(row?.state), ...reason };
      });
      return { results };
    },
  }),
];

async function answered(
  context: Call["context"],
  { alertLog, sendsMail }: ApiServices,
  partner: string,
  settings: AlertSettings,
) {
  const recent = await alertLog.latest(partner, recentAlerts);
  return tagged(context, settings, alertsView(settings, recent, sendsMail));
}

function wrongCode(triesLeft: number): string {
  if (triesLeft === 0) return "is wrong or expired. Request a new code";
  return `is wrong or expired. You have ${triesLeft} ${triesLeft === 1 ? "try" : "tries"} left`;
}

function outcomeOf(state: "sending" | "sent" | "refused" | "failed" | "unknown" | undefined) {
  if (state === undefined || state === "sending") return "pending" as const;
  return state === "failed" ? ("refused" as const) : state;
}

type Patch = z.output<typeof alertsPatch>;
type Email = NonNullable<AlertSettings["email"]>;

const day = 86_400_000;

/** The shortest time (ms) between two codes. Codes are limited, because the address may be a stranger's. */
const codeGap = 60_000;
const codesPerDay = 5;

/** PagerDuty's default URL for events. A patch can set a different one, such as the European region's. */
const pagerDutyUrl = "https://events.pagerduty.com/v2/enqueue";

/** Throws RequestError for a forbidden URL, or for an email address if the bridge can't send email. */
async function preparedChange(
  partner: string,
  { email, slackUrl, teamsUrl, pagerduty, kinds, failingAfterMinutes }: Patch,
  services: ApiServices,
) {
  const { alertSettings, sendsMail } = services;
  if (typeof email === "string" && !sendsMail) {
    throw RequestError.invalid([{ field: "email", message: "can't be set, because this bridge can't send email" }]);
  }
  const slack = await judged(slackUrl, "slackUrl", services);
  const teams = await judged(teamsUrl, "teamsUrl", services);
  const pager = await judged(pagerduty && (pagerduty.url ?? pagerDutyUrl), "pagerduty.url", services);
  return {
    ...{ kinds, failingAfterMinutes },
    slack: typeof slack === "string" ? await alertSettings.sealChat(partner, "slack", slack) : slack,
    teams: typeof teams === "string" ? await alertSettings.sealChat(partner, "teams", teams) : teams,
    pagerduty:
      pagerduty && typeof pager === "string"
        ? await alertSettings.sealPagerDuty(partner, pagerduty.routingKey, pager)
        : pagerduty && undefined,
    email: typeof email === "string" ? { address: email, code: await alertSettings.makeCode(partner) } : email,
  };
}

/** Throws RequestError if Feedhook isn't allowed to connect to the URL. */
async function judged(given: string | null | undefined, field: string, services: ApiServices) {
  if (given === undefined || given === null) return given;
  const { url, error } = await judgedUrl(given, services);
  if (error !== undefined) throw RequestError.invalid([{ field, message: error }]);
  return url;
}

type PreparedChange = Awaited<ReturnType<typeof preparedChange>>;

/** A confirmed address that is set again stays confirmed. Throws RequestError if codes are requested too often. */
function changedSettings(current: AlertSettings, change: PreparedChange, now: number): AlertSettings {
  const { email, slack, teams, pagerduty, ...rest } = current;
  const kept: AlertSettings = {
    ...rest,
    kinds: change.kinds ?? current.kinds,
    ...defined({
      failingAfterMinutes: change.failingAfterMinutes,
      slack: merged(slack, change.slack),
      teams: merged(teams, change.teams),
      pagerduty: merged(pagerduty, change.pagerduty),
    }),
  };
  if (change.email === null) return kept;
  if (change.email === undefined || isConfirmed(email, change.email.address)) {
    return { ...kept, ...(email !== undefined && { email }) };
  }
  const codesAt = current.codesAt.filter((at) => at > now - day);
  const latest = codesAt.at(-1) ?? 0;
  const [oldest = now] = codesAt.slice(-codesPerDay);
  if (codesAt.length >= codesPerDay) {
    const wait = Math.max(latest + codeGap, oldest + day) - now;
    const hours = Math.ceil(wait / 3_600_000);
    throw RequestError.tooSoon(
      `${codesPerDay} codes were sent in the last 24 hours. Try again in ${hours} ${hours === 1 ? "hour" : "hours"}.`,
      Math.ceil(wait / 1_000),
    );
  }
  if (latest > now - codeGap) {
    const detail = "A code was just sent. Wait a minute before you request another.";
    throw RequestError.tooSoon(detail, Math.ceil((latest + codeGap - now) / 1_000));
  }
  return { ...kept, email: change.email, codesAt: [...codesAt, now] };
}

function isConfirmed(email: Email | undefined, address: string): boolean {
  return email?.confirmedAt !== undefined && email.address === address;
}
