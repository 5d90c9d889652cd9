import { describe, expect, it } from "vitest";
import type { AlertRow } from "../../../shared/alerts/alert-log.ts";
import type { SendOutcome } from "../../../shared/kernel/ports/mailer.ts";
import { alertsFixture, email, slackUrl } from "./alerts-fixture.ts";

/** Does what the function behind the queue does with a test, while the API waits. */
async function answering(outcomes: Partial<Record<AlertRow["channel"], SendOutcome>>) {
  let isDone = false;
  const sleeper = {
    sleep: async (ms: number) => {
      const { api, partner } = fixture;
      api.clock.advance(ms);
      if (isDone) return;
      isDone = true;
      const { alertLog } = api.services;
      const asked = api.alerts.take() as { kind: string; at: number }[];
      const { at } = asked.find(({ kind }) => kind === "test")!;
      const subject = { partner, kind: "test", at } as const;
      for (const channel of ["email", "slack"] as const) {
        const outcome = outcomes[channel];
        if (outcome === undefined) continue;
        await alertLog.claim(subject, channel, 1);
        await alertLog.record(subject, channel, outcome, true);
      }
    },
  };
  const fixture = await alertsFixture({ sleeper });
  return fixture;
}

describe("a test of a partner's alerts", () => {
  it("returns each channel's result, and is among the recent messages", async () => {
    const { api, path, as, patch, confirmed } = await answering({
      email: { outcome: "sent" },
      slack: { outcome: "refused", reason: "http_404", retryable: false },
    });
    await confirmed();
    await patch({ slackUrl });
    const { status, body } = await api.call("POST", `${path}/test`, undefined, as);
    expect([status, body.results]).toEqual([
      200,
      [
        { channel: "email", outcome: "sent" },
        { channel: "slack", outcome: "refused", reason: "http_404" },
      ],
    ]);
    const { recent } = (await api.call("GET", path, undefined, as)).body;
    expect(recent).toMatchObject([
      { kind: "test", channel: "slack", state: "failed", reason: "http_404", attempts: 1 },
      { kind: "test", channel: "email", state: "sent" },
    ]);
  });

  it("is pending if no response came in time, and says what may have happened", async () => {
    const { api, path, as, patch, confirmed } = await answering({ slack: { outcome: "unknown", reason: "timeout" } });
    await confirmed();
    await patch({ slackUrl });
    const { body } = await api.call("POST", `${path}/test`, undefined, as);
    expect(body.results).toEqual([
      { channel: "email", outcome: "pending" },
      { channel: "slack", outcome: "unknown", reason: "timeout" },
    ]);
  });

  it("needs a channel, and a pause after the previous one", async () => {
    const { api, path, as, patch } = await answering({ slack: { outcome: "sent" } });
    const test = () => api.call("POST", `${path}/test`, undefined, as);
    expect((await test()).status).toBe(409);
    await patch({ email });
    expect((await test()).status).toBe(409);
    await patch({ email: null, slackUrl });
    api.alerts.take();
    expect((await test()).status).toBe(200);
    const refused = await test();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(api.alerts.take()).toEqual([]);
  });
});
