/** Milliseconds that a `Retry-After` asks to wait, from seconds or an HTTP date; undefined where it says neither. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const at = httpDate(header);
  return at === undefined ? undefined : Math.max(0, at - now);
}

/** Unix ms of an HTTP date, undefined where it isn't one. */
export function httpDate(header: string | undefined): number | undefined {
  if (header === undefined || !/[a-z]/i.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : at;
}
