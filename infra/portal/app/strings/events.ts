/** Words of pages/events.tsx. */
export const eventsText = {
  events: "Events",
  whatWasPublishedNewestFirst: "What was published, newest first",
  search: "Search",
  typeIdOrAnyWord: "Type, id, or any word of it",
  instance: "Instance",
  noInstanceYet: "No instance yet",
  eventsComeFromAnInstance: "Events come from an instance. The operator binds instances to a partner.",
  noEventYet: "No event yet",
  noEventFits: "No event fits",
  event: "Event",
  baseline: "baseline",
  record: "Record",
  changed: "Changed",
  seen: "Seen",
  showOlderOnes: "Show older ones",
};
