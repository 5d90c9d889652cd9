import type { Hazard } from "./hazard.ts";

/** Hazards 1 to 23: timelines. */
export const timelineHazards: readonly Hazard[] = [
  {
    number: 22,
    line: "A `+` in a query string is a blank, and a malformed `since` a 400: instants are sent in UTC with `Z`, and encoded.",
    test: "test/unit/polling/timelines/change-time.test.ts",
    answer: {
      file: "shared/polling/timelines/change-time.ts",
      code: "return new Date(ms).toISOString();",
      without: 'return new Date(ms).toISOString().replace("Z", "+00:00");',
    },
  },
];
