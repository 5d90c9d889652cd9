/** Words of pages/slowest-owners.tsx. */
export const slowestOwnersText = {
  theSlowestOwners: "The slowest owners",
  theirDocuments:
    "Changes of their documents are found latest: not read to the end yet, failing, or visited longest ago. Quiet owners stand last.",
  noOwnerYet: "No owner yet",
  owner: "Owner",
  state: "State",
  lastRead: "Last read",
  notReadYet: "Not to the end yet",
  comesRoundEvery: "Comes round every",
  seconds: (count: number) => `${count.toLocaleString("en")} s`,
  changesADay: "Changes a day",
  lastError: "Last error",
};
