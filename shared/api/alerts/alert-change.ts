import type { z } from "@hono/zod-openapi";
import type { AlertSettings } from "../../alerts/alert-settings.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";
import { judgedUrl } from "../subscriptions/check-settings.ts";
import type { alertsPatch } from "./alert-schemas.ts";

type Patch = z.output<typeof alertsPatch>;
type Email = NonNullable<AlertSettings["email"]>;

const day = 86_400_000;

/** Ms between two codes, and the codes of a day: the address may be a stranger's. */
const codeGap = 60_000;
const codesPerDay = 5;

/** What a patch sets, with the parts that need more than the settings: the sealed address and the code. */
export type PreparedChange = {
  readonly kinds: AlertSettings["kinds"] | undefined;
  readonly slack: AlertSettings["slack"] | null;
  readonly email: { readonly address: string; readonly code: NonNullable<Email["code"]> } | null | undefined;
};

/** Throws RequestError for an address that may not be dialled, and for e-mail where the bridge sends none. */
export async function preparedChange(
  partner: string,
  { email, slackUrl, kinds }: Patch,
  services: ApiServices,
): Promise<PreparedChange> {
  const { alertSettings, sendsMail } = services;
  if (typeof email === "string" && !sendsMail) {
    throw RequestError.invalid([{ field: "email", message: "this bridge sends no e-mail: use slackUrl" }]);
  }
  const { url, error } = await judgedUrl(slackUrl ?? undefined, services);
  if (error !== undefined) throw RequestError.invalid([{ field: "slackUrl", message: error }]);
  return {
    kinds,
    slack: url === undefined ? (slackUrl === null ? null : undefined) : await alertSettings.sealSlack(partner, url),
    email: typeof email === "string" ? { address: email, code: await alertSettings.makeCode(partner) } : email,
  };
}

/**
 * The settings after a change. A confirmed address that is set again stays confirmed; any other needs confirmation.
 * Throws RequestError where codes are requested too often.
 */
export function changedSettings(current: AlertSettings, change: PreparedChange, now: number): AlertSettings {
  const { email, slack, ...rest } = current;
  const kept: AlertSettings = { ...rest, kinds: change.kinds ?? current.kinds };
  const newSlack = change.slack === undefined ? slack : (change.slack ?? undefined);
  const withSlack = { ...kept, ...(newSlack !== undefined && { slack: newSlack }) };
  if (change.email === null) return withSlack;
  if (change.email === undefined || isConfirmed(email, change.email.address)) {
    return { ...withSlack, ...(email !== undefined && { email }) };
  }
  const codesAt = current.codesAt.filter((at) => at > now - day);
  const latest = codesAt.at(-1) ?? 0;
  if (codesAt.length >= codesPerDay || latest > now - codeGap) {
    const [oldest = now] = codesAt.slice(-codesPerDay);
    const next = Math.max(latest + codeGap, codesAt.length >= codesPerDay ? oldest + day : 0);
    throw RequestError.tooSoon(
      `a code was just sent: wait a minute; at most ${codesPerDay} codes are sent a day`,
      Math.ceil((next - now) / 1_000),
    );
  }
  return { ...withSlack, email: change.email, codesAt: [...codesAt, now] };
}

function isConfirmed(email: Email | undefined, address: string): boolean {
  return email?.confirmedAt !== undefined && email.address === address;
}
