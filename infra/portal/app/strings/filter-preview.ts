import { plural } from "./plural.ts";

/** Words of pages/filter-preview.tsx. */
export const filterPreviewText = {
  preview: "Preview",
  tryItOnEventsOf: "Try it on events of",
  sent: "Sent",
  notSent: "Not sent",
  itIs: ": it is",
  theFilterAsksFor: "; the filter asks for",
  ofTheLast: (sent: number, tested: number) => `${sent} of the last ${plural(tested, "event", "events")}`,
  wouldBeSent: "would be sent here.",
  wouldBeSentOf: (instance: string) => `of ${instance} would be sent here.`,
  areOfTypesThatArent: (count: number) => ` ${plural(count, "is", "are")} of types that aren't chosen.`,
};
