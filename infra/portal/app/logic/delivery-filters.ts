/** The filters of the Deliveries or Events page, as in the URL. */
export type DeliveryFilters = Readonly<Record<string, string>>;

export const deliveryStates = ["waiting", "held", "expired", "blocked", "failed", "delivered"] as const;
export const failureClasses = ["dns", "connect", "tls", "timeout", "blocked", "protocol"] as const;

/** Leaves out empty filters, and invalid states, results and times. */
export function deliveryQueryOf(filters: DeliveryFilters) {
  const { state, type = "", answer = "", subject = "", since, until } = filters;
  const known = deliveryStates.find((one) => one === state);
  const error = failureClasses.find((one) => one === answer);
  const [from, to] = [instantOf(since), instantOf(until)];
  return {
    ...(known !== undefined && { state: known }),
    ...(type !== "" && { type }),
    ...(subject !== "" && { subject }),
    ...(/^[1-5](xx|\d\d)$/.test(answer) && { status: answer }),
    ...(error !== undefined && { error }),
    ...(from !== undefined && { since: from }),
    ...(to !== undefined && { until: to }),
  };
}

/** Returns an instant in UTC, so that a shared URL means the same time in every time zone. */
export function instantOf(text: string | undefined): string | undefined {
  const at = text === undefined || text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** The format of a `datetime-local` field: local time, to the minute. */
export function localOf(instant: string | undefined): string {
  const known = instantOf(instant);
  if (known === undefined) return "";
  const at = new Date(known);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function partsOf<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}
