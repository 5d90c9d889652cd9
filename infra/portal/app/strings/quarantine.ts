/** Words of pages/quarantine.tsx. */
export const quarantineText = {
  quarantine: "Quarantine",
  quarantinedRows: "Quarantined rows",
  row: "Row",
  feed: "Feed",
  reason: "Reason",
  since: "Since",
  theFirst100: "The first 100.",
  itIsTriedAgainAt: "It is tried again at the feed's next visit",
  theRowWasDiscarded: "The row was discarded",
  putAside: (reason: string) => `Put aside: ${reason}`,
  close: "Close",
  discard: "Discard",
  tryAgain: "Try again",
};
