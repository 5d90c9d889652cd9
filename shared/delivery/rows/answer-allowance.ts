import { RecentMap } from "../../kernel/recent-map.ts";
import type { AttemptAnswer } from "../attempt/attempt-answer.ts";

/**
 * How many bytes of responses a partner's deliveries may store in a burst, and how many bytes the allowance recovers
 * per ms: 1 MB a minute.
 */
const most = 4 * 1_048_576;
const perMs = 1_048_576 / 60_000;

const mostPartners = 10_000;

/**
 * Limits how much of its endpoints' responses is stored in a partner's rows, which are kept for weeks. The details of a
 * failed attempt may have twenty times as many bytes as the rest of its row. Each process has its own allowance for a
 * partner.
 */
export class AnswerAllowance {
  readonly #partners = new RecentMap<{ readonly left: number; readonly at: number }>(mostPartners);

  /**
   * The response as it is stored at `now` (unix ms): without text and headers if they exceed what the allowance has
   * left.
   */
  kept(answer: AttemptAnswer, partner: string, now: number): AttemptAnswer {
    const { excerpt, headers, sent, ...rest } = answer;
    if (excerpt === undefined && headers === undefined && sent === undefined) return answer;
    const bytes = Buffer.byteLength(JSON.stringify({ excerpt, headers, sent }));
    const known = this.#partners.get(partner) ?? { left: most, at: now };
    const left = Math.min(known.left + Math.max(now - known.at, 0) * perMs, most);
    const fits = bytes <= left;
    this.#partners.set(partner, { left: fits ? left - bytes : left, at: now });
    return fits ? answer : rest;
  }
}
