import { expect, test } from "vitest";
import { quietLogger } from "../../../infra/node/create-logger.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

test("an area's level leaves out lines below it, and none of other areas", () => {
  const all = new SilentLogger();
  const logger = quietLogger(all, { levels: { poll: "warn", source: "off" } });
  logger.info("poll.done");
  logger.warn("poll.late");
  logger.error("source.failed", new Error("x"));
  logger.info("events.published");
  expect(all.lines.map(({ event }) => event)).toEqual(["poll.late", "events.published"]);
});

test("one of several lines of a sampled event is written with the number it represents; warnings always are", () => {
  const all = new SilentLogger();
  const logger = quietLogger(all, { sample: { "poll.done": 3 } });
  for (const requests of [1, 2, 3, 4]) logger.info("poll.done", { requests });
  logger.warn("poll.done");
  expect(all.lines.map(({ level, fields }) => ({ level, ...fields }))).toEqual([
    { level: "info", requests: 1, sampled: 3 },
    { level: "info", requests: 4, sampled: 3 },
    { level: "warn" },
  ]);
});
