import type { components } from "../../../api-client/api-types.ts";
import { wordsFor } from "../../../api-client/words-for.ts";

type Feed = components["schemas"]["Feed"];

const kinds: { readonly [kind in Feed["kind"]]: string } = {
  "person-timeline": "People: timeline",
  "company-timeline": "Companies: timeline",
  "project-timeline": "Projects: timeline",
  "activity-timeline": "Activities: timeline",
  room: "Share room",
  owner: "Documents of",
  "person-walk": "People: full list",
  "company-walk": "Companies: full list",
  "project-walk": "Projects: full list",
  "activity-walk": "Activities: full list",
  "person-count": "People: count",
  "company-count": "Companies: count",
  "project-count": "Projects: count",
  "activity-count": "Activities: count",
  "company-template": "Company templates",
  "project-template": "Project templates",
  "project-scrub": "Projects: read by ID",
  "activity-scrub": "Activities: read by ID",
  "document-scrub": "Documents: read by ID",
};

/** `People: timeline, by created`, `Documents of Company k2Jm`. */
export function feedName({ kind, owner, query }: Pick<Feed, "kind" | "owner" | "query">): string {
  if (owner !== undefined) return `${kinds[kind]} ${owner.type} ${owner.id}`;
  const { key } = query;
  return key === undefined ? kinds[kind] : `${kinds[kind]}, by ${key}`;
}

const reasonWord = wordsFor({
  unavailable: "The source didn't respond.",
  unreadable_page: "The source's response couldn't be read and is in quarantine.",
  too_large: "The source's response is too large, even when Feedhook requests a single row.",
  not_found: "The source returned 404 Not Found.",
  bad_request: "The source rejected the request (400).",
  unauthorized: "The source rejected the token (401).",
  forbidden: "The source denied access (403).",
  revoked: "The source rejected the credentials.",
  owner_gone: "The owner no longer exists.",
  unreachable: "The credentials can't read this resource.",
  internal_error: "Feedhook had an internal error. Check its logs.",
  paused: "The feed is paused.",
  being_read: "The feed is being read.",
  source_left_alone: "The source asked Feedhook to wait, or isn't responding.",
  waits_for_its_turn: "The feed is waiting for its turn.",
  reads_on: "Feedhook hasn't finished reading this feed.",
});

/** `reason`: the API's code. `unavailable_503` contains the source's status. */
export function reasonWords(reason: string): string {
  const [, status] = /^unavailable_(\d{3})$/.exec(reason) ?? [];
  return status === undefined ? reasonWord(reason) : `The source returned ${status}.`;
}

/** `times` is absent below 1.05, because a wait that is a few percent longer isn't worth a warning. */
export function stretchWords(stretch: number): { readonly times?: string } {
  return stretch < 1.05 ? {} : { times: stretch.toLocaleString("en", { maximumFractionDigits: 1 }) };
}

export const resourceWords = wordsFor({
  person: "people",
  company: "companies",
  project: "projects",
  activity: "activities",
  document: "documents",
  folder: "folders",
});

export const className = wordsFor({
  timelines: "Timelines",
  rooms: "Share rooms",
  owners: "Owners' documents",
  walks: "Full lists",
  small: "Templates and counts",
  scrubs: "Records by ID",
});
