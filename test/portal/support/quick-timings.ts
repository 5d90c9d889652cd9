/** Short intervals of seconds, and held removals stay held until they are decided. */
export const quickTimings = {
  timelinePeriod: 1_000,
  ownerPeriod: 6_000,
  dormantPeriod: 6_000,
  roomPeriod: 6_000,
  walkPeriod: 3_000,
  candidateAge: 1_000,
  confirmGap: 500,
  fastOverlap: 5_000,
  heldReview: 12 * 3_600_000,
  polledAtGap: 1_000,
};
