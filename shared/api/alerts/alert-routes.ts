import { channelsOf } from "../../alerts/alert-sender.ts";
import type { AlertSettings } from "../../alerts/alert-settings.ts";
import { ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type Call, endpoint } from "../http/endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import { partnerParams } from "../partners/partner-schemas.ts";
import { changedSettings, preparedChange } from "./alert-change.ts";
import { alertsAnswer, alertsPatch, alertsView, confirmInput, testAnswer } from "./alert-schemas.ts";

/** The number of recent messages in a response. */
const recentAlerts = 20;

const read = { tag: "Alerts", who: "partner", scope: "read" } as const;
const manage = { tag: "Alerts", who: "partner", scope: "manage" } as const;

export const alertRoutes = [
  endpoint("get", "/v1/partners/{partner}/alerts", {
    ...read,
    operationId: "getAlerts",
    summary: "Retrieve a partner's alert settings and recent alerts",
    params: partnerParams,
    answers: { 200: ["The settings", alertsAnswer] },
    async handle({ params, caller, context }, services) {
      const { alertSettings, alertLog, sendsMail } = services;
      const { id } = await ownPartner(services, caller, params);
      const [settings, recent] = await Promise.all([alertSettings.read(id), alertLog.latest(id, recentAlerts)]);
      return tagged(context, settings, alertsView(settings, recent, sendsMail));
    },
  }),

  endpoint("patch", "/v1/partners/{partner}/alerts", {
    ...manage,
    operationId: "updateAlerts",
    summary: "Update a partner's alert settings",
    description:
      "Feedhook sends one alert each time an endpoint fails, is paused, is disabled or recovers, and when deliveries expire. After you change the settings, Feedhook also sends alerts about endpoints that are currently failing or paused. Alerts contain no secrets or record data.",
    params: partnerParams,
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

  endpoint("post", "/v1/partners/{partner}/alerts/confirm", {
    ...manage,
    operationId: "confirmAlertEmail",
    summary: "Confirm a partner's email address for alerts",
    description:
      "Confirms the address with the code that Feedhook sent to it. A code is valid for one hour. After five wrong codes, set the address again to get a new one.",
    params: partnerParams,
    body: confirmInput,
    answers: { 200: ["The current settings, with the confirmed address", alertsAnswer] },
    async handle({ params, body, caller, draw, context }, services) {
      const { id } = await ownPartner(services, caller, params);
      const result = await services.alertSettings.confirm(id, body.code, draw);
      if (result.outcome === "nothingToConfirm") {
        throw new RequestError("wrong-state", "No email address is waiting for confirmation.");
      }
      if (result.outcome === "wrong")
        throw RequestError.invalid([{ field: "code", message: wrongCode(result.triesLeft) }]);
      await services.alertRequests.announceOngoing(id);
      return answered(context, services, id, result.settings);
    },
  }),

  endpoint("post", "/v1/partners/{partner}/alerts/test", {
    ...manage,
    waits: true,
    operationId: "testAlerts",
    summary: "Send a test alert",
    description:
      "Sends a test alert through every channel that is set, and returns the results. An email address must be confirmed. You can send one test every ten seconds.",
    params: partnerParams,
    answers: { 200: ["The result for each channel", testAnswer] },
    async handle({ params, caller }, services) {
      const { id } = await ownPartner(services, caller, params);
      const result = await services.alertRequests.test(id);
      if (result.outcome === "tooSoon") throw RequestError.tooSoon("A test alert was just sent. Wait ten seconds.", 10);
      if (result.outcome === "noChannel") {
        throw new RequestError(
          "wrong-state",
          "No channel is set up. Set up chat, Microsoft Teams or PagerDuty, or confirm an email address.",
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

/** Changed settings as a response, with the partner's recent alerts. */
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
