import { expect, it } from "vitest";
import { onAws } from "../../../functions/runtime/aws/on-aws.ts";

const trialEvent = { Records: ["the trial's"] };
const event = { Records: ["a message"] };

/** The entry point of a handler that always returns `response`, and the events that the handler got. */
function entry(response: unknown) {
  const events: unknown[] = [];
  const handler = onAws<unknown, unknown>(
    () => async (given) => {
      events.push(given);
      return response;
    },
    trialEvent,
  );
  return { handler, events };
}

it("passes the trial event for a trial request, and every other event as it is", async () => {
  const { handler, events } = entry(undefined);
  await handler(event);
  await handler({ trial: true });
  await handler({ ...event, trial: true });
  expect(events).toEqual([event, trialEvent, { ...event, trial: true }]);
});

it("throws if a trial fails, and returns the failures of every other event", async () => {
  const failed = { batchItemFailures: [{ itemIdentifier: "1" }] };
  const { handler } = entry(failed);
  expect(await handler(event)).toBe(failed);
  await expect(handler({ trial: true })).rejects.toThrow("the trial failed");
});
