/**
 * The fraction of faulty responses that are of each kind. `token`, `revoked`, `expired` and `404` fit only some
 * requests. Each 429 asks for three seconds without requests, so a larger fraction would cover most of the time.
 */
const parts: readonly (readonly [kind: string, part: number, parameter?: number])[] = [
  ["burst", 0.26, 5_000],
  ["html", 0.17],
  ["reset", 0.17],
  ["truncated", 0.1],
  ["late", 0.16, 8_000],
  ["429", 0.005, 3],
  ["429-date", 0.005, 3],
  ["503", 0.06, 5],
  ["revoked", 0.02],
  ["expired", 0.03],
  ["404", 0.02],
];

/**
 * The sandbox's fault option with which a fraction `rate` of responses are faulty, and in addition a third of that
 * fraction at the token endpoint. The sandbox tries one kind after another, so each kind's fraction is relative to the
 * requests that earlier kinds leave.
 */
export function faultMix(rate: number): string {
  if (rate === 0) return "";
  let left = 1;
  const kinds = parts.map(([kind, part, parameter]) => {
    const share = rate * part;
    const text = `${kind}=${(share / left).toFixed(6)}${parameter === undefined ? "" : `:${parameter}`}`;
    left -= share;
    return text;
  });
  return [`token=${(rate / 3).toFixed(6)}`, ...kinds].join(",");
}
