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
];
