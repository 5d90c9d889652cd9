import type { components } from "../../../api-client/api-types.ts";
import { text } from "../text.ts";

type Feed = components["schemas"]["Feed"];

/** What a feed reads, as text: `People: timeline, by created`, `Documents of Company k2Jm`. */
export function feedName({ kind, owner, query }: Pick<Feed, "kind" | "owner" | "query">): string {
  const what = text.feeds.kinds[kind];
  if (owner !== undefined) return `${what} ${owner.type} ${owner.id}`;
  const { key } = query;
  return key === undefined ? what : `${what}, by ${key}`;
}

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(text.feeds.reasons));

/** The meaning of a failure's code. `unavailable_503` is the source's status code. */
export function reasonWords(reason: string): string {
  const [, status] = /^unavailable_(\d{3})$/.exec(reason) ?? [];
  return status === undefined ? (reasons.get(reason) ?? reason) : `The source returned ${status}.`;
}

/**
 * How many times longer than configured owners wait; no `times` if they don't. A few percent aren't worth a warning.
 */
export function stretchWords(stretch: number): { readonly times?: string } {
  return stretch < 1.05 ? {} : { times: stretch.toLocaleString("en", { maximumFractionDigits: 1 }) };
}

const resources: ReadonlyMap<string, string> = new Map([
  ["person", "people"],
  ["company", "companies"],
  ["project", "projects"],
  ["activity", "activities"],
  ["document", "documents"],
  ["folder", "folders"],
]);

/** The records of a resource, in the plural. A later version of Feedhook may have more resources. */
export const resourceWords = (resource: string): string => resources.get(resource) ?? resource;

const classes: ReadonlyMap<string, string> = new Map(Object.entries(text.feeds.classes));

/** The resources that a class of feeds reads. A later version of Feedhook may have more classes. */
export const className = (feedClass: string): string => classes.get(feedClass) ?? feedClass;

/**
 * The state to show for a feed. An instance that is paused or parked isn't read, whatever state its feeds had. If only
 * the feed is parked, its owner may be gone, so it isn't shown as refused by the source.
 */
export function shownState<S extends string>(state: S, instance: string | undefined) {
  if (instance === "paused" || instance === "parked") return instance;
  return state === "parked" ? "given_up" : state;
}
