import type { PlantedBug } from "./planted-bug.ts";

/** What a source does to us that misbehaves, and what workers do to one another meanwhile. */
export const failingSourceBugs: readonly PlantedBug[] = [
  {
    name: "a feed is granted again while a message with it is under way",
    file: "shared/schedule/wheel/due-feeds.ts",
    code: "!mustWait(feed, now) && !isUnderWay(feed, now)",
    instead: "!mustWait(feed, now)",
    needs: "a poll that is requested during a visit",
    test: "test/unit/schedule/tick/under-way.test.ts",
  },
  {
    name: "a visit that may last doesn't hold its feed",
    file: "shared/polling/poll-feeds.ts",
    code: "mayLast(parts, message, beganAt) ? latestEnd : undefined",
    instead: "undefined",
    needs: "another message with the same feed",
    test: "test/unit/polling/taken-feeds.test.ts",
  },
  {
    name: "a feed backs off by itself for failures of its instance",
    file: "shared/schedule/feeds/feed-state.ts",
    code: "const failures = ofInstance ? before : before + 1;",
    instead: "const failures = before + 1;",
    needs: "a source that fails many feeds at once",
    test: "test/unit/polling/failing-instance.test.ts",
  },
  {
    name: "a feed of a failing instance waits for its slot",
    file: "shared/polling/visits/visit-feed.ts",
    code: "ofInstance && retryAt !== undefined",
    instead: "retryAt === -1",
    needs: "a source that fails many feeds at once",
    test: "test/unit/polling/failing-instance.test.ts",
  },
  {
    name: "a feed that fails by itself is taken for one of a failing instance for ever",
    file: "shared/polling/visits/recent-visits.ts",
    code: "part ** (instanceFailures + 1) >= likely",
    instead: "part > 0",
    needs: "a feed that always fails beside some that fail at times",
    test: "test/unit/polling/visits/recent-visits.test.ts",
  },
  {
    name: "nothing is asked during a break, so an outage ends for us minutes later",
    file: "shared/schedule/tick/tick.ts",
    code: "isBreak(pressed) && instance.status",
    instead: "pressed.openings < 0 && instance.status",
    needs: "an outage",
    test: "test/unit/schedule/tick/failing-source.test.ts",
  },
  {
    name: "failing requests don't lower the rate",
    file: "shared/schedule/budget/adapted-rate.ts",
    code: "pressure?.failingAt ?? 0",
    instead: "0",
    needs: "a source that fails under load",
    test: "test/unit/schedule/tick/failing-source.test.ts",
  },
  {
    name: "an owner that gets a page further at each visit counts as failing in a row",
    file: "shared/polling/visits/feed-status.ts",
    code: 'feed.class === "owners" ? further : progressed',
    instead: 'feed.class !== "owners" && progressed',
    needs: "a source that fails every second request",
    test: "test/unit/polling/owners/failing-requests.test.ts",
  },
];
