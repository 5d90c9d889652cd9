import type { components } from "../../../api-client/api-types.ts";
import { resourceWords } from "./feed-words.ts";

type Attention = components["schemas"]["Status"]["needsAttention"][number];

type Words = {
  readonly title: string;
  readonly level: "bad" | "warn";
  /** What to do. */
  readonly action: string;
  /** Whether an instance or the whole of Feedhook either has the problem or doesn't, so that its count means nothing. */
  readonly isSingle?: true;
};

/** What the portal says of each kind of problem. */
export const attentionWords: { readonly [kind in Attention["kind"]]: Words } = {
  source_unreachable: {
    title: "The source isn't responding",
    level: "bad",
    action: "The source isn't responding. Reading continues automatically when it responds, and no change is lost.",
    isSingle: true,
  },
  instance_parked: {
    title: "The source refuses Feedhook's access",
    level: "bad",
    action:
      "The source refuses the credentials or has no instance with this name. Ask the instance's owner, then set new credentials, or connect the instance again with the correct name.",
    isSingle: true,
  },
  clocks_apart: {
    title: "Clocks are out of sync",
    level: "warn",
    action:
      "Synchronize this machine's clock with NTP, because receivers reject signatures with a time that is minutes off.",
    isSingle: true,
  },
  removals_held: {
    title: "Removals need your decision",
    level: "warn",
    action: "Unusually many records vanished, so their removals are held. Approve or dismiss them.",
  },
  rows_quarantined: {
    title: "Rows are in quarantine",
    level: "warn",
    action: "Review the rows, then retry or discard them.",
  },
  feeds_stalled: {
    title: "Feeds have stalled",
    level: "bad",
    action: "Check each feed's last error. Feeds continue automatically when they can be read.",
  },
  polling_paused: {
    title: "Polling is paused while publishing is behind",
    level: "bad",
    action: "Publishing is behind, so reading has stopped. Find out in the log why `publish` fails.",
    isSingle: true,
  },
  dead_letters: {
    title: "Messages failed permanently",
    level: "bad",
    action: "Find the cause in the log, fix it, then redrive the messages.",
  },
  backups_missing: {
    title: "Scheduled backups are missing",
    level: "bad",
    action: "Look for backup.failed in the log and fix the cause. The next backup starts within 15 minutes.",
    isSingle: true,
  },
  changes_set_aside: {
    title: "Changes were set aside",
    level: "bad",
    action: "Changes couldn't be published. Find the cause in the log, fix it, then redrive the changes.",
  },
  endpoints_failing: {
    title: "Partners' endpoints are failing",
    level: "warn",
    action: "Contact the partners. Deliveries are held, and sent when the endpoints respond.",
  },
  endpoints_disabled: {
    title: "Partners' endpoints were disabled",
    level: "warn",
    action: "The endpoints receive nothing. When they respond again, enable their subscriptions, then replay.",
  },
};

const refusals: ReadonlyMap<string, string> = new Map([
  ["invalid_client", "wrong client ID or client secret"],
  ["forbidden", "the credentials can't read"],
  ["unknown_instance", "it has no instance with this name"],
]);

/** Why the source refuses an instance. */
export const refusalText = (reason: string): string => refusals.get(reason) ?? reason;

/** The cause of a problem, in words. The cause of rows in quarantine is a separate sentence. */
function causeWords({ kind, what }: Attention): string | undefined {
  if (what === undefined || kind === "rows_quarantined") return undefined;
  if (kind === "instance_parked") return refusalText(what);
  return kind === "removals_held" ? resourceWords(what) : what;
}

/** The title of an operator's to-do: `Rows are in quarantine (acme): 3`. */
export function attentionTitle(problem: Attention): string {
  const { kind, instance, count, more } = problem;
  const { title, isSingle = false } = attentionWords[kind];
  const about = [instance, causeWords(problem)].filter((part) => part !== undefined).join(": ");
  const whole = `${title}${about && ` (${about})`}`;
  const counted = count.toLocaleString("en");
  return isSingle ? whole : `${whole}: ${more === true ? `at least ${counted}` : counted}`;
}
