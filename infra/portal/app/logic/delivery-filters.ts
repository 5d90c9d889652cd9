/** The filters on the Deliveries or Events page, as they appear in the URL. An absent filter matches everything. */
export type DeliveryFilters = Readonly<Record<string, string>>;

export const deliveryStates = ["waiting", "held", "expired", "blocked", "failed", "delivered"] as const;
export const failureClasses = ["dns", "connect", "tls", "timeout", "blocked", "protocol"] as const;

/** The parameters of an API query for deliveries, without those for paging. */
export type DeliveryQuery = {
  readonly state?: (typeof deliveryStates)[number];
  readonly type?: string;
  readonly subject?: string;
  readonly status?: string;
  readonly error?: (typeof failureClasses)[number];
  readonly since?: string;
  readonly until?: string;
};

/** Converts the filters in a URL to an API query. Invalid filters are left out. */
export function deliveryQueryOf(filters: DeliveryFilters): DeliveryQuery {
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

/**
 * An instant as the API writes it, in UTC; undefined if `text` isn't a time. The portal's URLs contain such instants,
 * so that a shared URL means the same in every time zone.
 */
export function instantOf(text: string | undefined): string | undefined {
  const at = text === undefined || text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** An instant in the format of a `datetime-local` field: local time, to the minute. Empty if there is no instant. */
export function localOf(instant: string | undefined): string {
  const known = instantOf(instant);
  if (known === undefined) return "";
  const at = new Date(known);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Splits a list into parts of at most `size` elements. */
export function partsOf<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}
