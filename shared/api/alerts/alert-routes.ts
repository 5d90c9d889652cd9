import { channelsOf } from "../../alerts/alert-sender.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { partnerParams } from "../partners/partner-schemas.ts";
import { changedSettings, preparedChange } from "./alert-change.ts";
import { alertsAnswer, alertsPatch, confirmInput, testAnswer } from "./alert-schemas.ts";
import { alertsView } from "./alert-view.ts";

/** The number of recent messages in a response. */
const recentAlerts = 20;

const common = { tags: ["Alerts"] };
const withBody = problemAnswers(
  "invalid-request",
  "malformed-json",
  "not-found",
  "conflict",
  "body-too-large",
  "unsupported-media-type",
);

const find = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/partners/{partner}/alerts",
    operationId: "getAlerts",
    summary: "Retrieve a partner's alert settings and recent alerts",
    request: { params: partnerParams },
    responses: { 200: jsonAnswer("The settings", alertsAnswer), ...problemAnswers("not-found") },
  },
);

const change = apiRoute(
  { who: "partner", scope: "manage" },
  {
    ...common,
    method: "patch",
    path: "/v1/partners/{partner}/alerts",
    operationId: "updateAlerts",
    summary: "Update a partner's alert settings",
    description:
      "Feedhook sends one alert each time an endpoint fails, is paused, is disabled or recovers, and when deliveries expire. After you change the settings, Feedhook also sends alerts about endpoints that are currently failing or paused. Alerts contain no secrets or record data.",
    request: { params: partnerParams, headers: ifMatchHeader, body: jsonBody(alertsPatch) },
    responses: {
      200: jsonAnswer("The current settings", alertsAnswer),
      ...withBody,
      ...problemAnswers("precondition-failed"),
    },
  },
);

const confirm = apiRoute(
  { who: "partner", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/partners/{partner}/alerts/confirm",
    operationId: "confirmAlertEmail",
    summary: "Confirm a partner's email address for alerts",
    description:
      "Confirms the address with the code that Feedhook sent to it. A code is valid for one hour. After five wrong codes, set the address again to get a new one.",
    request: { params: partnerParams, body: jsonBody(confirmInput) },
    responses: {
      200: jsonAnswer("The current settings, with the confirmed address", alertsAnswer),
      ...withBody,
      ...problemAnswers("conflict", "wrong-state"),
    },
  },
);

const test = apiRoute(
  { who: "partner", scope: "manage", waits: true },
  {
    ...common,
    method: "post",
    path: "/v1/partners/{partner}/alerts/test",
    operationId: "testAlerts",
    summary: "Send a test alert",
    description:
      "Sends a test alert through every channel that is set, and returns the results. An email address must be confirmed. You can send one test every ten seconds.",
    request: { params: partnerParams },
    responses: {
      200: jsonAnswer("The result for each channel", testAnswer),
      ...problemAnswers("not-found", "wrong-state"),
    },
  },
);

export function alertRoutes(services: ApiServices): ApiRouter {
  const { alertSettings, alertLog, alertRequests, sendsMail, clock } = services;
  const router = createRouter();
  const recent = (partner: string) => alertLog.latest(partner, recentAlerts);

  router.openapi(find, async (context) => {
    const { id } = await ownPartner(services, context.var.caller, context.req.valid("param"));
    const [settings, rows] = await Promise.all([alertSettings.read(id), recent(id)]);
    return context.json(tagged(context, settings, alertsView(settings, rows, sendsMail)), 200);
  });

  router.openapi(change, async (context) => {
    const { id } = await ownPartner(services, context.var.caller, context.req.valid("param"));
    const prepared = await preparedChange(id, context.req.valid("json"), services);
    const settings = await alertSettings.change(id, (current) => {
      assertMatches(context.req.valid("header")["if-match"], current);
      return changedSettings(current, prepared, clock.now());
    });
    if (channelsOf(settings).length > 0) await alertRequests.announceOngoing(id);
    const madeAt = prepared.email?.code.madeAt;
    if (madeAt !== undefined && settings.email?.code?.madeAt === madeAt) await alertRequests.sendCode(id, madeAt);
    return context.json(tagged(context, settings, alertsView(settings, await recent(id), sendsMail)), 200);
  });

  router.openapi(confirm, async (context) => {
    const { id } = await ownPartner(services, context.var.caller, context.req.valid("param"));
    const { draw } = context.var;
    const result = await alertSettings.confirm(id, context.req.valid("json").code, draw);
    if (result.outcome === "nothingToConfirm") {
      throw new RequestError("wrong-state", "No email address is waiting for confirmation.");
    }
    if (result.outcome === "wrong")
      throw RequestError.invalid([{ field: "code", message: wrongCode(result.triesLeft) }]);
    await alertRequests.announceOngoing(id);
    const view = alertsView(result.settings, await recent(id), sendsMail);
    return context.json(tagged(context, result.settings, view), 200);
  });

  router.openapi(test, async (context) => {
    const { id } = await ownPartner(services, context.var.caller, context.req.valid("param"));
    const result = await alertRequests.test(id);
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
    return context.json({ results }, 200);
  });

  return router;
}

function wrongCode(triesLeft: number): string {
  if (triesLeft === 0) return "is wrong or expired. Request a new code";
  return `is wrong or expired. You have ${triesLeft} ${triesLeft === 1 ? "try" : "tries"} left`;
}

function outcomeOf(state: "sending" | "sent" | "refused" | "failed" | "unknown" | undefined) {
  if (state === undefined || state === "sending") return "pending" as const;
  return state === "failed" ? ("refused" as const) : state;
}
