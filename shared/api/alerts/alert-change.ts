import type { z } from "@hono/zod-openapi";
import type { AlertSettings } from "../../alerts/alert-settings.ts";
import { defined } from "../../kernel/defined.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";
import { judgedUrl } from "../subscriptions/check-settings.ts";
import { merged } from "../subscriptions/merge-patch.ts";
import type { alertsPatch } from "./alert-schemas.ts";

type Patch = z.output<typeof alertsPatch>;
type Email = NonNullable<AlertSettings["email"]>;

const day = 86_400_000;

/**
 * The least time (ms) between two codes, and the most codes in a day. Both are limited because the address may be a
 * stranger's.
 */
const codeGap = 60_000;
const codesPerDay = 5;

/** PagerDuty's address for events, unless the patch gives another one, such as that of its European region. */
const pagerDutyUrl = "https://events.pagerduty.com/v2/enqueue";

/**
 * Checks what a patch sets, and seals its secrets. Throws RequestError for an address that Feedhook may not connect to,
 * and for email if the bridge sends none.
 */
export async function preparedChange(
  partner: string,
  { email, slackUrl, teamsUrl, pagerduty, kinds, failingAfterMinutes }: Patch,
  services: ApiServices,
) {
  const { alertSettings, sendsMail } = services;
  if (typeof email === "string" && !sendsMail) {
    throw RequestError.invalid([{ field: "email", message: "can't be set, because email isn't available here" }]);
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

/** The normalized address; null and undefined are returned unchanged. */
async function judged(given: string | null | undefined, field: string, services: ApiServices) {
  if (given === undefined || given === null) return given;
  const { url, error } = await judgedUrl(given, services);
  if (error !== undefined) throw RequestError.invalid([{ field, message: error }]);
  return url;
}

/** What a patch sets, with the parts that need more than the settings: sealed addresses and the confirmation code. */
type PreparedChange = Awaited<ReturnType<typeof preparedChange>>;

/**
 * The settings after a change. A confirmed address that is set again stays confirmed; any other address needs
 * confirmation. Throws RequestError if codes are requested too often.
 */
export function changedSettings(current: AlertSettings, change: PreparedChange, now: number): AlertSettings {
  const { email, slack, teams, pagerduty, ...rest } = current;
  const kept: AlertSettings = {
    ...{ ...rest, kinds: change.kinds ?? current.kinds },
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
