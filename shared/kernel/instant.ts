const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;

type Instant = {
  /** The whole second, in unix ms. */
  readonly second: number;
  /** The digits as received. */
  readonly fraction: string;
};

function instantOf(text: string): Instant | undefined {
  const instant = rolledOf(text);
  return instant !== undefined && isOnClock(text.slice(0, 19).toUpperCase()) ? instant : undefined;
}

/** `Date.parse` alone accepts 30 February and 24:00, and moves them to a later day. */
function isOnClock(local: string): boolean {
  const parsed = Date.parse(`${local}Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(local);
}

function rolledOf(text: string): Instant | undefined {
  const [, date, time, fraction = "", offset] = dateTime.exec(text) ?? [];
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  const second = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(second) ? undefined : { second, fraction };
}

/**
 * The canonical text of an ISO 8601 instant with offset (docs/partner-api.md#instants): in UTC, with its fraction but
 * without trailing zeros. Rounding microseconds would merge two changes.
 */
export function canonicalInstant(text: string): string | undefined {
  return spelled(instantOf(text));
}

/** Like {@link canonicalInstant}, but rolls 30 February over into March, as the first digest rules did. */
export function rolledInstant(text: string): string | undefined {
  return spelled(rolledOf(text));
}

function spelled(instant: Instant | undefined): string | undefined {
  if (instant === undefined) return undefined;
  // A regular expression would start again at each zero, and a source can send megabytes of zeros.
  let end = instant.fraction.length;
  while (instant.fraction[end - 1] === "0") end -= 1;
  const fraction = instant.fraction.slice(0, end);
  return `${new Date(instant.second).toISOString().slice(0, -5)}${fraction === "" ? "" : `.${fraction}`}Z`;
}

/** In unix ms, without fractions of a millisecond. Undefined for anything that isn't an instant. */
export function unixMs(text: unknown): number | undefined {
  const instant = typeof text === "string" ? instantOf(text) : undefined;
  return instant && instant.second + Number(instant.fraction.padEnd(3, "0").slice(0, 3));
}

export function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

const hourMs = 3_600_000;

/**
 * The hour that was formatted last. Formatting a date costs more than the rest of a key, and consecutive keys usually
 * share an hour.
 */
let last = { hour: Number.NaN, text: "" };

/** The hour (UTC), such as `2026-11-21T09`. */
export function utcHour(ms: number): string {
  const hour = Math.floor(ms / hourMs);
  if (hour !== last.hour) last = { hour, text: new Date(ms).toISOString().slice(0, 13) };
  return last.text;
}

/** The day (UTC), such as `2026-11-21`. */
export function utcDay(ms: number): string {
  return utcHour(ms).slice(0, 10);
}

export function isoTime(ms: number): string;
export function isoTime(ms: number | undefined): string | undefined;
export function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
