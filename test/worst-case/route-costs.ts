/** CPU of one request, in ms (`npm run bench:worst-case`). */
export const mostCpu = 20;
/** Why an operation may take longer than that. */
export const takesLonger: Readonly<Record<string, string>> = {
  deletePartner: "an operator ends up to 100 subscriptions and 100 keys at once",
  updatePartner: "an operator takes an instance from up to 100 subscriptions at once",
  suspendPartner: "an operator suspends up to 100 subscriptions at once",
  resumePartner: "an operator resumes up to 100 subscriptions at once",
  putInstance: "an operator names up to 1,000 rooms at once",
  getSubscriptionCompleteness:
    "with `unwantedOf`, it judges up to 1,000 events, each in its own turn of the event loop",
  replayEvents: "a dry run looks at up to 20,000 events, one in each turn of the event loop",
};
/** Bytes that one request leaves in all tables and queues together. */
export const mostStored = 256 * 1_024;

/** Why an operation may store more than that. */
export const storesMore: Readonly<Record<string, string>> = {
  putInstance: "an operator names up to 1,000 rooms at once, and each is a row and a feed",
};

export type RouteCost = {
  /** Table calls; one for several keys counts each. */
  readonly calls: number;
  /** Items returned from tables. */
  readonly items: number;
  readonly stored: number;
  /** Matcher steps; absent for none. */
  readonly steps?: number;
  /** Bytes of the response. */
  readonly answered: number;
};

/**
 * The most that one request of each operation costs, by `operationId`, for a partner with 100 subscriptions and 100
 * keys: the most expensive one found, plus a third. A new operation needs an entry, and a higher number a reason.
 */
export const routeCosts: Readonly<Record<string, RouteCost>> = {
  createSubscription: { calls: 30, items: 140, stored: 34_000, steps: 1_400, answered: 11_000 },
  listSubscriptions: { calls: 780, items: 910, stored: 600, answered: 840_000 },
  // The retries of a failing endpoint are counted among its newest deliveries.
  getSubscription: { calls: 58, items: 490, stored: 600, answered: 10_000 },
  updateSubscription: { calls: 28, items: 13, stored: 1_800, steps: 180, answered: 7_900 },
  deleteSubscription: { calls: 30, items: 12, stored: 1_200, answered: 300 },
  rotateSecret: { calls: 29, items: 13, stored: 15_000, answered: 8_600 },
  pingSubscription: { calls: 290, items: 10, stored: 2_100, answered: 370 },
  sendExample: { calls: 290, items: 10, stored: 82_000, answered: 570 },
  acknowledgeFailure: { calls: 20, items: 7, stored: 2_700, answered: 2_100 },
  withdrawAcknowledgement: { calls: 20, items: 7, stored: 720, answered: 300 },
  // Thirty days of counts are 121 items.
  getStatistics: { calls: 170, items: 170, stored: 720, answered: 25_000 },
  // Judges the events that the subscription may not want.
  getSubscriptionCompleteness: { calls: 850, items: 930, stored: 720, steps: 4_000, answered: 3_000 },
  listDeliveries: { calls: 660, items: 730, stored: 720, answered: 64_000 },
  getDeliveries: { calls: 12, items: 9, stored: 720, answered: 560 },
  retryDelivery: { calls: 17, items: 9, stored: 2_000, answered: 390 },
  listEvents: { calls: 210, items: 660, stored: 720, answered: 880_000 },
  getEvent: { calls: 10, items: 8, stored: 720, answered: 270_000 },
  listEventTypes: { calls: 9, items: 7, stored: 720, answered: 19_000 },
  getEventType: { calls: 10, items: 7, stored: 720, answered: 4_900 },
  testFilter: { calls: 90, items: 340, stored: 720, steps: 210_000, answered: 1_100_000 },
  replayEvents: { calls: 540, items: 910, stored: 1_800, steps: 40_000, answered: 590 },
  listReplays: { calls: 12, items: 13, stored: 720, answered: 45_000 },
  getReplay: { calls: 12, items: 9, stored: 720, answered: 9_000 },
  pauseReplay: { calls: 20, items: 11, stored: 15_000, answered: 9_000 },
  resumeReplay: { calls: 16, items: 14, stored: 720, answered: 540 },
  cancelReplay: { calls: 20, items: 11, stored: 15_000, answered: 9_100 },
  pollEvents: { calls: 290, items: 430, stored: 5_400, answered: 62_000 },
  acknowledgeEvents: { calls: 530, items: 140, stored: 47_000, answered: 550 },
  getMe: { calls: 11, items: 8, stored: 720, answered: 810 },
  createPartner: { calls: 1_400, items: 6, stored: 18_000, answered: 6_600 },
  listPartners: { calls: 8, items: 6, stored: 700, answered: 710 },
  getPartner: { calls: 11, items: 8, stored: 720, answered: 680 },
  updatePartner: { calls: 1_500, items: 760, stored: 6_900, answered: 6_800 },
  deletePartner: { calls: 8_600, items: 2_300, stored: 1_900, answered: 620 },
  suspendPartner: { calls: 1_800, items: 1_000, stored: 48_000, answered: 680 },
  resumePartner: { calls: 1_300, items: 760, stored: 2_100, answered: 680 },
  createKey: { calls: 19, items: 9, stored: 3_500, answered: 830 },
  listKeys: { calls: 13, items: 140, stored: 720, answered: 33_000 },
  revokeKey: { calls: 16, items: 9, stored: 1_200, answered: 300 },
  createOperatorKey: { calls: 13, items: 5, stored: 5_800, answered: 2_000 },
  listOperatorKeys: { calls: 8, items: 6, stored: 700, answered: 530 },
  revokeOperatorKey: { calls: 11, items: 5, stored: 1_100, answered: 300 },
  createPortalLink: { calls: 19, items: 140, stored: 2_700, answered: 640 },
  listPortalLinks: { calls: 12, items: 140, stored: 720, answered: 570 },
  revokePortalLink: { calls: 10, items: 8, stored: 720, answered: 510 },
  openPortalSession: { calls: 15, items: 9, stored: 1_200, answered: 510 },
  listAudit: { calls: 15, items: 270, stored: 720, answered: 760_000 },
  getAlerts: { calls: 13, items: 9, stored: 720, answered: 550 },
  updateAlerts: { calls: 16, items: 9, stored: 8_200, answered: 4_600 },
  confirmAlertEmail: { calls: 16, items: 10, stored: 720, answered: 600 },
  testAlerts: { calls: 14, items: 9, stored: 720, answered: 550 },
  listFeeds: { calls: 160, items: 30, stored: 700, answered: 4_200 },
  listSlowestOwners: { calls: 200, items: 110, stored: 700, answered: 2_400 },
  getFeed: { calls: 9, items: 6, stored: 700, answered: 480 },
  pauseFeed: { calls: 17, items: 8, stored: 1_800, answered: 480 },
  resumeFeed: { calls: 16, items: 7, stored: 1_800, answered: 480 },
  rewindFeed: { calls: 16, items: 7, stored: 1_900, answered: 500 },
  rebaselineFeed: { calls: 16, items: 7, stored: 1_900, answered: 500 },
  listQuarantine: { calls: 10, items: 69, stored: 700, answered: 11_000 },
  getQuarantinedRow: { calls: 8, items: 6, stored: 700, answered: 1_600 },
  discardQuarantinedRow: { calls: 12, items: 6, stored: 1_200, answered: 300 },
  retryQuarantinedRow: { calls: 15, items: 6, stored: 1_600, answered: 300 },
  listHeldRemovals: { calls: 9, items: 6, stored: 700, answered: 510 },
  approveRemovals: { calls: 10, items: 5, stored: 700, answered: 480 },
  dismissRemovals: { calls: 10, items: 5, stored: 700, answered: 480 },
  putInstance: { calls: 3_900, items: 2_900, stored: 590_000, answered: 34_000 },
  getInstance: { calls: 9, items: 6, stored: 700, answered: 420 },
  listInstances: { calls: 9, items: 6, stored: 700, answered: 530 },
  pauseInstance: { calls: 16, items: 7, stored: 1_700, answered: 410 },
  resumeInstance: { calls: 16, items: 7, stored: 1_700, answered: 420 },
  rewindInstance: { calls: 16, items: 7, stored: 1_700, answered: 420 },
  rebaselineInstance: { calls: 17, items: 7, stored: 1_800, answered: 420 },
  testCredentials: { calls: 160, items: 150, stored: 1_800, answered: 540 },
  createErasure: { calls: 13, items: 6, stored: 1_800, answered: 590 },
  explain: { calls: 1_400, items: 340, stored: 720, answered: 350_000 },
  // However many owners there are; each of up to 1,000 rooms is a feed.
  getCompleteness: { calls: 260, items: 160, stored: 720, answered: 9_000 },
  // Names up to 20 failing endpoints.
  getStatus: { calls: 590, items: 940, stored: 700, answered: 110_000 },
  redriveQueue: { calls: 12, items: 5, stored: 1_500, answered: 320 },
  redriveChanges: { calls: 12, items: 5, stored: 1_600, answered: 320 },
};

/** The same for a path that needs no API key and reads a table, so that anyone can ask for it. */
export const signingKeyCost: RouteCost = { calls: 1, items: 1, stored: 0, answered: 1_100 };
