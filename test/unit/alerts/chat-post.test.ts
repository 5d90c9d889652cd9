import { describe, expect, it } from "vitest";
import { postToChat } from "../../../shared/alerts/chat-post.ts";
import type { DialOutcome, DialRequest } from "../../../shared/delivery/attempt/dialer.ts";

const timed = { ms: 1, timing: {} };
const answered = (status: number): DialOutcome => ({ ...timed, outcome: "answered", status, headers: {} });

async function post(outcome: DialOutcome, url = "https://hooks.slack.example/x", ownDomains: readonly string[] = []) {
  const requests: DialRequest[] = [];
  const dialer = {
    post: async (request: DialRequest) => {
      requests.push(request);
      return outcome;
    },
  };
  const result = await postToChat(
    { partner: "prt_1", url, content: { text: "hello" } },
    { dialer, userAgent: "Feedhook/1", allowInsecure: false, ownDomains },
  );
  return { result, requests };
}

describe("a chat post", () => {
  it("carries the body as JSON", async () => {
    const { result, requests } = await post(answered(200));
    expect(result).toEqual({ outcome: "sent" });
    expect(requests[0]).toMatchObject({ headers: { "content-type": "application/json", "user-agent": "Feedhook/1" } });
    expect(JSON.parse(Buffer.from(requests[0]!.body).toString())).toEqual({ text: "hello" });
  });

  it("occupies one of the few alert workers for at most 5 s", async () => {
    const { requests } = await post(answered(200));
    expect(requests[0]!.deadline).toBe(5_000);
  });

  it("takes its partner's turns, whatever the host", async () => {
    const { requests } = await post(answered(200));
    expect(requests[0]!.group).toBe("prt_1");
  });

  it.each([
    [answered(404), { outcome: "refused", reason: "http_404", retryable: false }],
    [answered(500), { outcome: "refused", reason: "http_500", retryable: true }],
    [answered(300), { outcome: "refused", reason: "http_300", retryable: false }],
    [answered(302), { outcome: "refused", reason: "http_302", retryable: false }],
    [answered(429), { outcome: "refused", reason: "http_429", retryable: true }],
    [answered(408), { outcome: "refused", reason: "http_408", retryable: true }],
    [answered(503), { outcome: "refused", reason: "http_503", retryable: true }],
    [
      { ...timed, outcome: "failed", class: "dns" },
      { outcome: "refused", reason: "dns", retryable: true },
    ],
    [
      { ...timed, outcome: "failed", class: "tls" },
      { outcome: "refused", reason: "tls", retryable: true },
    ],
    [
      { ...timed, outcome: "failed", class: "connect", detail: "ECONNREFUSED" },
      { outcome: "refused", reason: "connect", retryable: true },
    ],
    [
      { ...timed, outcome: "failed", class: "connect", detail: "EMFILE" },
      { outcome: "refused", reason: "connect", retryable: true },
    ],
    [
      { ...timed, outcome: "failed", class: "connect", detail: "ECONNRESET" },
      { outcome: "unknown", reason: "connect" },
    ],
    [
      { ...timed, outcome: "failed", class: "timeout" },
      { outcome: "unknown", reason: "timeout" },
    ],
    [
      { ...timed, outcome: "failed", class: "blocked" },
      { outcome: "refused", reason: "blocked", retryable: false },
    ],
  ] as const)("that ends as %j counts as %j", async (outcome, expected) => {
    expect((await post(outcome)).result).toEqual(expected);
  });

  it.each(["http://hooks.slack.example/x", "https://127.0.0.1/x", "https://localhost/x", "https://bridge.example/x"])(
    "isn't dialled at %s",
    async (url) => {
      const { result, requests } = await post(answered(200), url, ["bridge.example"]);
      expect([result, requests]).toEqual([{ outcome: "refused", reason: "blocked", retryable: false }, []]);
    },
  );
});
