import type { z } from "@hono/zod-openapi";
import type { AlertRow } from "../../alerts/alert-log.ts";
import { type AlertSettings, defaultFailingAfter } from "../../alerts/alert-settings.ts";
import { defined } from "../../kernel/defined.ts";
import { isoTime } from "../http/iso-time.ts";
import type { alertsAnswer } from "./alert-schemas.ts";

export function alertsView(
  { email, slack, teams, pagerduty, kinds, failingAfterMinutes = defaultFailingAfter }: AlertSettings,
  recent: readonly AlertRow[],
  sendsMail: boolean,
): z.input<typeof alertsAnswer> {
  return {
    ...(email !== undefined && { email: emailView(email) }),
    ...(slack !== undefined && { slack: { host: slack.host } }),
    ...(teams !== undefined && { teams: { host: teams.host } }),
    ...(pagerduty !== undefined && { pagerduty: { host: new URL(pagerduty.url).host } }),
    ...{ kinds, failingAfterMinutes },
    emailAvailable: sendsMail,
    recent: recent.map(rowView),
  };
}

function emailView({ address, confirmedAt, code }: NonNullable<AlertSettings["email"]>) {
  return {
    ...{ address, confirmed: confirmedAt !== undefined },
    ...defined({ confirmedAt: isoTime(confirmedAt), codeExpiresAt: isoTime(code?.expiresAt) }),
  };
}

function rowView({ kind, subscription, channel, state, attempts, at, triedAt, reason }: AlertRow) {
  return {
    ...{ kind, channel, state, attempts, about: isoTime(at), triedAt: isoTime(triedAt) },
    ...defined({ subscription, reason }),
  };
}
