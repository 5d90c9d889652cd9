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
  reasons: {
    no_readable_id: "it has no id that can be read",
    too_large: "it is too large",
    too_deep: "it is nested too deeply",
    broken_json: "it isn't JSON",
    unreadable: "it can't be read",
    unanswered: "the source doesn't answer for it",
  },
};
