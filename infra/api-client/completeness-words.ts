import type { components } from "./api-types.ts";

type Schemas = components["schemas"];
type Completeness = Schemas["Completeness"];
type Known = Schemas["KnownUntil"];
type Kind = Schemas["KindCompleteness"]["kind"];

/** Formats an ISO 8601 time. */
type TimeOf = (time: string) => string;

export const kindWords: { readonly [kind in Kind]: string } = {
  person: "People",
  company: "Companies",
  project: "Projects",
  activity: "Activities",
  company_template: "Company templates",
  project_template: "Project templates",
  room: "Share rooms",
  document: "Documents",
};

const reasons: { readonly [reason in NonNullable<Known["reason"]>]: string } = {
  first_contact: "first contact isn't complete",
  not_noted: "no full read is recorded yet",
  not_published: "publishing isn't confirmed yet",
  estimated_only: "no estimate yet",
};

/** Returns `up to 27 Nov, 09:14:05`, or why the time is unknown. */
export function untilWords({ until, reason = "not_noted" }: Known, timeOf: TimeOf): string {
  return until === undefined ? `not known (${reasons[reason]})` : `up to ${timeOf(until)}`;
}

/**
 * For example: `All changes visible in the source up to 09:14:05 are published. All removals up to 08:30:00 are
 * published. Documents: complete up to about 09:10:00 (estimated).`
 */
export function completenessLine({ changes, removals, kinds }: Completeness, timeOf: TimeOf): string {
  const sentence = (all: string, what: string, { until, reason = "not_noted" }: Known) =>
    until === undefined
      ? `The time up to which ${what} are published isn't known (${reasons[reason]}).`
      : `${all} up to ${timeOf(until)} are published.`;
  const documents = kinds.find(({ kind }) => kind === "document");
  const about = documents?.estimatedUntil;
  return [
    sentence("All changes visible in the source", "changes", changes),
    sentence("All removals", "removals", removals),
    ...(documents === undefined
      ? []
      : [
          `Documents: ${about === undefined ? "no estimate yet" : `complete up to about ${timeOf(about)} (estimated)`}.`,
        ]),
  ].join(" ");
}

const uncertain: { readonly [code in Schemas["Uncertainty"]["code"]]: string } = {
  first_contact: "Some lists haven't been read completely yet",
  instance_parked: "The source rejects the credentials or has no such instance",
  instance_paused: "An operator paused the instance",
  source_unreachable: "The source isn't responding",
  feed_backing_off: "The last read failed, and Feedhook will try again",
  feed_stalled: "Reading has failed for a long time",
  feed_parked: "Reading has stopped for now, and Feedhook retries rarely",
  feed_paused: "An operator paused the feed",
  reads_behind: "Reads by ID return older data than the source's list",
  owners_stalled: "Some owners' documents can't be read",
  owners_behind: "Documents are read less often than configured, because the request limit is too low",
  removals_held: "An unusual number of records disappeared, so their removals are held",
  rows_quarantined: "Some rows from the source can't be processed",
  publishing_behind: "Publishing is behind",
  changes_set_aside: "Some changes couldn't be published",
};

export function uncertaintyWords(
  { code, kind, reason, count, more, since }: Schemas["Uncertainty"],
  timeOf: TimeOf,
): string {
  const words = uncertain[code];
  // The words for these codes already name the documents.
  const isNamed = kind === undefined || code === "owners_stalled" || code === "owners_behind";
  const what = isNamed ? words : `${kindWords[kind]}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  const many = count === undefined ? "" : ` (${count}${more === true ? " or more" : ""})`;
  const why = reason === undefined ? "" : ` Cause: ${reason}.`;
  const began = code === "owners_behind" ? "The longest-waiting owner was last read on" : "This began on";
  const when = since === undefined ? "" : ` ${began} ${timeOf(since)}.`;
  return `${what}${many}.${why}${when}`;
}

const open: { readonly [reason in NonNullable<Completeness["period"]>["reasons"][number]]: string } = {
  changes_not_known: "some changes before its end may not be published yet",
  removals_not_known: "some removals before its end may not be published yet",
  before_connection: "it begins before the instance was connected",
  in_the_future: "it isn't over",
  uncertain: "an uncertainty began before its end or at an unknown time",
};

export function periodWords({ complete, reasons: given }: NonNullable<Completeness["period"]>): string {
  if (complete) return "The period is complete.";
  return `The period isn't known to be complete: ${given.map((reason) => open[reason]).join("; ")}.`;
}
