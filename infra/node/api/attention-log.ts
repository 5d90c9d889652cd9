import type { Attention } from "../../../shared/api/status/attention-schema.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";

/** The time (ms) between two log lines about the same problems. */
const every = 3_600_000;

/**
 * The returned function logs what needs attention: a new kind of problem at an instance immediately, and all problems
 * once an hour. Call it often; it never throws.
 */
export function attentionLog(
  find: () => Promise<readonly Attention[]>,
  clock: Clock,
  logger: Logger,
): () => Promise<void> {
  let told: { readonly at: number; readonly keys: ReadonlySet<string> } = { at: 0, keys: new Set() };
  return async () => {
    try {
      const found = await find();
      const keys = new Set(found.map(({ kind, instance = "" }) => `${kind} ${instance}`));
      const now = clock.now();
      const isNew = [...keys].some((key) => !told.keys.has(key));
      // A kind of problem that disappears and returns counts as new.
      if (!isNew && (keys.size === 0 || now - told.at < every)) {
        told = { at: told.at, keys };
        return;
      }
      told = { at: now, keys };
      const counts: { [kind: string]: number } = {};
      for (const { kind, count } of found) counts[kind] = (counts[kind] ?? 0) + count;
      logger.warn("bridge.needs_attention", { ...counts, see: "needsAttention in GET /v1/status" });
    } catch (error) {
      logger.error("bridge.attention_not_reported", error);
    }
  };
}
