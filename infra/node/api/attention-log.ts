import type { Attention } from "../../../shared/api/status/attention-schema.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";

/** The time (ms) between two log lines about the same problems. */
const every = 3_600_000;

/**
 * Logs what needs attention: a new kind of problem at an instance immediately, and all problems once an hour. Call
 * `look` often; it never throws.
 */
export class AttentionLog {
  readonly #find: () => Promise<readonly Attention[]>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #told: { readonly at: number; readonly keys: ReadonlySet<string> } = { at: 0, keys: new Set() };

  constructor(find: () => Promise<readonly Attention[]>, clock: Clock, logger: Logger) {
    this.#find = find;
    this.#clock = clock;
    this.#logger = logger;
  }

  async look(): Promise<void> {
    try {
      const found = await this.#find();
      const keys = new Set(found.map(({ kind, instance = "" }) => `${kind} ${instance}`));
      const now = this.#clock.now();
      const isNew = [...keys].some((key) => !this.#told.keys.has(key));
      // A kind of problem that disappears and returns counts as new.
      if (!isNew && (keys.size === 0 || now - this.#told.at < every)) {
        this.#told = { at: this.#told.at, keys };
        return;
      }
      this.#told = { at: now, keys };
      const counts: { [kind: string]: number } = {};
      for (const { kind, count } of found) counts[kind] = (counts[kind] ?? 0) + count;
      this.#logger.warn("bridge.needs_attention", { ...counts, see: "needsAttention in GET /v1/status" });
    } catch (error) {
      this.#logger.error("bridge.attention_not_told", error);
    }
  }
}
