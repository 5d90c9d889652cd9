import { deviation, type Order } from "./as-published.ts";
import type { Failure } from "./failure.ts";
import type { ObjectNode } from "./json-text.ts";
import type { PublishedEvent } from "./published-event.ts";

export const identity = "docs/architecture.md#one-change-one-identity";
export const lost = "docs/architecture.md#no-change-is-lost";
export const equality = "docs/events.md#what-counts-as-a-change";

export const typesOf = (all: readonly { readonly type: string }[]): string => all.map(({ type }) => type).join(", ");

/** What came about a record that never was. */
export const unasked = (events: readonly PublishedEvent[], rule: string): readonly Failure[] =>
  events.map(({ type }) => ({ kind: "invented", rule, what: `${type} of what never was` }));

/** A record that came or went: one event of this type, without changes and with its whole state. */
export function judgeWhole(
  events: readonly PublishedEvent[],
  type: string,
  judgeData: (event: PublishedEvent, order: Order) => readonly Failure[],
): readonly Failure[] {
  const [event] = events;
  if (event === undefined) return [{ kind: "lost", rule: lost, what: `no ${type}` }];
  if (events.length > 1 || event.type !== type)
    return [{ kind: "wrong type", rule: identity, what: `${typesOf(events)} came, ${type} was expected` }];
  if (event.changes !== undefined) return [{ kind: "changes", rule: equality, what: `${type} has changes` }];
  return judgeData(event, type.endsWith(".removed") ? "any" : "kept");
}

/** `data` is the source's text. */
export function judgeText({ type, data }: PublishedEvent, state: ObjectNode, rule: string, order?: Order) {
  const found = data === undefined ? "absent" : deviation(state, data, order);
  if (found === undefined) return [];
  return [{ kind: "data", rule, what: `data of ${type} is not the source's: ${found}` }] as const;
}
