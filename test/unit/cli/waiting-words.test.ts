import { expect, it } from "vitest";
import { waitingText } from "../../../infra/api-client/waiting-words.ts";

const none = { queue: 0, retry: 0, limit: 0, endpoint: 0 };
const at = "2026-11-21T12:04:00.000Z";
const timeOf = (time: string) => time.slice(11, 16);

it.each([
  [{}, { state: "healthy" }, ""],
  [{ waitingFor: { ...none, queue: 2 } }, { state: "healthy" }, "2 for their turn"],
  [
    { waitingFor: { ...none, retry: 3, limit: 1 }, nextRetryAt: at },
    { state: "healthy" },
    "1 for the rate limit or earlier events; 3 for a retry (earliest: 12:04)",
  ],
  [
    { waitingFor: { ...none, endpoint: 4 } },
    { state: "open", nextProbeAt: at },
    "4 for the failing endpoint (next attempt: 12:04)",
  ],
  [{ waitingFor: { ...none, endpoint: 4 } }, { state: "paused" }, "4 for the paused endpoint"],
  [{ waitingFor: { ...none, endpoint: 4 } }, { state: "disabled" }, "4 for the disabled endpoint"],
  [{ waitingFor: { ...none, endpoint: 4 } }, { state: "healthy" }, "4 for the endpoint"],
] as const)("says of %j at an endpoint that is %j: %s", (hour, endpoint, text) => {
  expect(waitingText(hour, endpoint, timeOf)).toBe(text);
});
