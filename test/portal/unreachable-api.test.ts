import { describe, expect, test } from "vitest";
import { answerOf, done } from "../../infra/portal/app/api/client.ts";

describe("a call that gets no response", () => {
  test("fails with a message for the user, whether or not its response has a body", async () => {
    const offline = () => Promise.reject(new TypeError("Failed to fetch"));
    const message = "Can't reach Feedhook. Check your connection and try again.";
    await expect(answerOf(offline())).rejects.toThrow(message);
    await expect(done(offline())).rejects.toThrow(message);
  });
});
