import type { components } from "../../../api-client/api-types.ts";
import { wordsFor } from "../../../api-client/words-for.ts";
import { reasonWords, resourceWords } from "./feed-words.ts";
import { plural } from "./plural.ts";
import { clauseOf, sentence, upperFirst } from "./sentence.ts";

type Attention = components["schemas"]["Status"]["needsAttention"][number];

type Words = {
  /** The title starts in lower case, because an instance's name can precede it: `acme: the source isn't responding`. */
  readonly title: (counted: Counted, problem: Attention) => string;
  readonly level: "bad" | "warn";
  readonly action: string;
  /** The advice to give instead of `action`, for some values of `what` (the problem's details). */
  readonly actionFor?: (what: string) => string | undefined;
  /** The problem's details as a sentence. Absent if the title contains the details or there are none. */
  readonly cause?: (what: string) => string;
  /**
   * There can be only one such problem in an instance, or in Feedhook as a whole. The portal then shows when the
   * problem began. For other problems, it shows when the oldest one began.
   */
  readonly isSingle?: true;
  /** The problem can't be fixed in the portal, so the portal names the section of the docs that helps. */
  readonly isOutside?: true;
};

type Counted = (one: string, other: string) => string;

const lastError = (what: string): string => `Last error: ${what}.`;

export const attentionWords: { readonly [kind in Attention["kind"]]: Words } = {
  disk_full: {
    title: () => "the disk is full",
    level: "bad",
    action:
      "Free some disk space. Until then, nothing is read or sent. Afterwards, everything continues automatically.",
    isSingle: true,
    isOutside: true,
  },
  source_unreachable: {
    title: () => "the source isn't responding",
    level: "bad",
    action: "Reading resumes automatically when the source responds. No changes are lost.",
    cause: lastError,
    isSingle: true,
  },
  instance_parked: {
    title: (_, { what }) => refusalTitle(what),
    level: "bad",
    action: "Ask the customer for new credentials, then save them on the instance's page.",
    actionFor: (what) => (what === unknownInstance ? unknownInstanceAction : undefined),
    isSingle: true,
  },
  clocks_apart: {
    title: () => "clocks are out of sync",
    level: "warn",
    action:
      "Find out which clock is wrong. If it's Feedhook's, turn on NTP, because receivers reject webhooks whose timestamp is several minutes off. If it's the source's, tell its owner.",
    cause: sentence,
    isSingle: true,
    isOutside: true,
  },
  removals_held: {
    title: (counted, { what }) =>
      `removals${what === undefined ? "" : ` of ${resourceWords(what)}`} need your decision (${counted("missing record", "missing records")})`,
    level: "warn",
    action: "An unusual number of records disappeared, so their removals are held. Approve or dismiss the removals.",
  },
  rows_quarantined: {
    title: (counted) => `${counted("row", "rows")} in quarantine`,
    level: "warn",
    action: "Review each row, then retry or discard it.",
    cause: sentence,
  },
  feeds_stalled: {
    title: (counted, { what }) =>
      what === undefined
        ? counted("feed has stalled", "feeds have stalled")
        : `${counted("feed has stalled", "feeds have stalled. Error in the longest-stalled feed")}: ${clauseOf(reasonWords(what))}`,
    level: "bad",
    action: "Check each feed's last error. A feed resumes automatically once it can be read again.",
    actionFor: (what) => (noPermission.has(what) ? noPermissionAction : undefined),
  },
  polling_paused: {
    title: () => "reading is paused",
    level: "bad",
    action: "Feedhook pauses reading when publishing falls behind. Check the log to see why publishing is behind.",
    isSingle: true,
    isOutside: true,
  },
  dead_letters: {
    title: (counted, { what }) =>
      `${counted("message", "messages")}${what === undefined ? "" : ` in the ${what} queue`} couldn't be processed`,
    level: "bad",
    action: "Find the cause in the log, fix it, then retry the messages.",
  },
  backups_missing: {
    title: () => "scheduled backups are missing",
    level: "bad",
    action: "Look for backup.failed in the log and fix the cause. The next backup starts within 15 minutes.",
    cause: lastError,
    isSingle: true,
    isOutside: true,
  },
  changes_set_aside: {
    title: (counted, { command }) => {
      // On AWS, `command` retries the changes, and the count is a number of batches.
      const changes =
        command === undefined ? counted("change", "changes") : counted("batch of changes", "batches of changes");
      return `${changes} couldn't be published`;
    },
    level: "bad",
    action: "Find the cause in the log, fix it, then retry the changes.",
  },
  endpoints_failing: {
    title: (counted) => counted("partner endpoint is failing", "partner endpoints are failing"),
    level: "warn",
    action: "Contact each endpoint's partner. Deliveries are held until the endpoint responds with 2xx.",
  },
  endpoints_disabled: {
    title: (counted) => counted("partner endpoint was disabled", "partner endpoints were disabled"),
    level: "warn",
    action:
      "A disabled endpoint receives no events. Once its server works again, enable the endpoint and replay the missed events.",
  },
};

/**
 * These errors mean that the credentials can't read the feed's records. The API reports only the error of the feed that
 * stalled first, so `noPermissionAction` can't assume that the other feeds have the same cause.
 */
const noPermission: ReadonlySet<string> = new Set(["forbidden", "unreachable"]);
const noPermissionAction =
  "Check each feed's last error. If access is denied, ask the customer to give the credentials read access to the feed's records. Reading then resumes automatically.";

/** The `parkedReason` of an instance whose name the source doesn't know. */
export const unknownInstance = "unknown_instance";
export const unknownInstanceAction =
  "Connect the instance again under the correct name, which is part of the URL that the customer's users open.";

const refusalWords = wordsFor({
  invalid_client: "wrong client ID or client secret",
  forbidden: "the credentials don't have read access",
});

export function refusalTitle(reason: string | undefined): string {
  if (reason === unknownInstance) return "the source has no instance with this name";
  const why = reason === undefined ? "" : `: ${refusalWords(reason)}`;
  return `the source is denying Feedhook access${why}`;
}

/** `acme: 3 rows in quarantine`, or `3 rows in quarantine` on the page of `acme`. */
export function attentionTitle(problem: Attention, isOnOwnPage = false): string {
  const { kind, instance, count, more } = problem;
  const counted: Counted = (one, other) => `${more === true ? "at least " : ""}${plural(count, one, other)}`;
  const title = attentionWords[kind].title(counted, problem);
  return instance === undefined || isOnOwnPage ? upperFirst(title) : `${instance}: ${title}`;
}

export function attentionAction({ kind, what }: Attention): string {
  const { action, actionFor } = attentionWords[kind];
  return (what === undefined ? undefined : actionFor?.(what)) ?? action;
}

export function attentionCause({ kind, what }: Attention): string {
  return what === undefined ? "" : (attentionWords[kind].cause?.(what) ?? "");
}
