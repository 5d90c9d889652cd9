import type { components } from "../../../api-client/api-types.ts";
import { text } from "../strings.ts";

type Feed = components["schemas"]["Feed"];

/** What a feed reads, for people: `Persons: timeline, by created`, `Documents of Company k2Jm`. */
export function feedName({ kind, owner, query }: Pick<Feed, "kind" | "owner" | "query">): string {
  const words = text.feeds.kinds[kind];
  if (owner !== undefined) return `${words} ${owner.type} ${owner.id}`;
  const { key } = query;
  return key === undefined ? words : `${words}, by ${key}`;
}

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(text.feeds.reasons));

/** What a failure's code means: `unavailable_503` is an answer of the source. */
export function reasonWords(reason: string): string {
  const [, status] = /^unavailable_(\d{3})$/.exec(reason) ?? [];
  return status === undefined ? (reasons.get(reason) ?? reason) : `The source answered ${status}.`;
}

/**
 * What the scheduler's stretch means for who reads it: `times` is there where owners wait longer than configured. A hundredth
 * more isn't worth a warning.
 */
export function stretchWords(stretch: number): { readonly times?: string } {
  return stretch < 1.05 ? {} : { times: stretch.toLocaleString("en", { maximumFractionDigits: 1 }) };
}
