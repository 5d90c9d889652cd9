/** Words about removals that were too many at once. */
export const heldRemovalText = {
  approved: "Approved: each is asked for once more",
  dismissed: "Dismissed: nothing is told as removed",
  decided: (source: string, decision: string) => `Removals of ${source}: ${decision}`,
  carriedOut: "The bridge carries the decision out.",
  title: (missing: number, known: number, source: string) =>
    `${missing} of ${known} known records vanished within a day; removals of ${source} are held`,
  approve: "They are gone: approve",
  dismiss: "They aren't: dismiss",
  since: "Since",
  advice: "Approve if the customer deleted them. Dismiss if the credential lost sight of them.",
  among: (count: number) => `${count} of them, to look up at the source before you decide`,
};
