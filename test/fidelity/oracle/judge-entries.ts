import type { Failure } from "./failure.ts";
import { readJson, textOf } from "./json-text.ts";
import type { PublishedEvent } from "./published-event.ts";

/**
 * Each entry of a change feed is one event that holds it exactly (docs/events.md#types): as often as it was recorded,
 * and never again because the source now spells it differently.
 */
export function judgeEntries(recorded: readonly string[], events: readonly PublishedEvent[]): readonly Failure[] {
  const rule = "docs/events.md#types";
  const left = Map.groupBy(
    events.map(({ data }) => (data === undefined ? "" : textOf(data))),
    (text) => text,
  );
  const failures: Failure[] = [];
  for (const entry of recorded) {
    const text = textOf(readJson(entry));
    if (left.get(text)?.pop() === undefined)
      failures.push({ kind: "lost", rule, what: `no event for the entry ${text}` });
  }
  for (const [text, its] of left)
    if (its.length > 0)
      failures.push({ kind: "invented", rule, what: `${its.length} events too many for the entry ${text}` });
  return failures;
}
