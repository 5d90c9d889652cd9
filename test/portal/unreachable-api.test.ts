import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("location", { origin: "http://portal.example" });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe("a call that gets no response", () => {
  test("fails with a message for the user, whether or not its response has a body", async () => {
    const { answerOf, done } = await import("../../infra/portal/app/api/client.ts");
    const offline = () => Promise.reject(new TypeError("Failed to fetch"));
    const message = "Can't reach Feedhook. Check your connection and try again.";
    await expect(answerOf(offline())).rejects.toThrow(message);
    await expect(done(offline())).rejects.toThrow(message);
  });
});
