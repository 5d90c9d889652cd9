/** Words of pages/feed-table.tsx. */
export const feedTableText = {
  feeds: "Feeds",
  search: "Search",
  kindOwnerError: "Kind, owner, error",
  noFeedYet: "No feed yet",
  noFeedFits: "No feed fits",
  feed: "Feed",
  state: "State",
  lastPoll: "Last poll",
  comesRoundEvery: "Comes round every",
  readUpTo: "Newest change read",
  failures: "Failures",
  lastError: "Last error",
  showMore: "Show more",
};
