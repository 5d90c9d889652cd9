import { expect, test } from "vitest";
import { nextStart } from "../../../infra/cli/commands/events.ts";

const now = Date.parse("2026-11-21T10:00:00Z");

test.each([
  ["stays while events may still be published late", "2026-11-21T09:59:00.000Z", undefined, "2026-11-21T09:59:00.000Z"],
  ["follows the present once all events are read", "2026-11-01T00:00:00.000Z", undefined, "2026-11-21T09:58:00.000Z"],
  [
    "goes on where a full look ended",
    "2026-11-01T00:00:00.000Z",
    "2026-11-02T00:00:00.000Z",
    "2026-11-02T00:00:00.000Z",
  ],
])("the start of the next look of events --follow %s", (_, from, last, next) => {
  expect(nextStart(from, last, now)).toBe(next);
});
