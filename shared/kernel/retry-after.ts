/** How long (ms) a `Retry-After` header asks us to wait: 0 for a date in the past, undefined for an unknown form. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = httpDate(text);
  return at === undefined ? undefined : Math.max(at - now, 0);
}

/** In unix ms. Undefined for any other text, including "-5", which `Date.parse` would read as a date. */
export function httpDate(header: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
