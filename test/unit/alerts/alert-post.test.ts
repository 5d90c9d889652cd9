import { describe, expect, it } from "vitest";
import { pagerDutyBody, postAlert, slackBody, teamsBody } from "../../../shared/alerts/alert-post.ts";
import { textOfCode, textOfTest } from "../../../shared/alerts/alert-text.ts";
import type { DialOutcome, DialRequest, FailureClass } from "../../../shared/delivery/attempt/dialer.ts";

const timed = { ms: 1, timing: {} };
const answered = (status: number): DialOutcome => ({ ...timed, outcome: "answered", status, headers: {} });

const failed = (of: FailureClass, detail?: string): DialOutcome => {
  return { ...timed, outcome: "failed", class: of, ...(detail !== undefined && { detail }) };
};
const refused = (reason: string, retryable: boolean) => ({ outcome: "refused", reason, retryable });
const unknown = (reason: string) => ({ outcome: "unknown", reason });

async function post(outcome: DialOutcome, url = "https://hooks.slack.example/x", ownDomains: readonly string[] = []) {
  const requests: DialRequest[] = [];
  const dialer = {
    post: async (request: DialRequest) => {
      requests.push(request);
      return outcome;
    },
  };
  const result = await postAlert(
    { partner: "prt_1", url, content: { text: "hello" } },
    { dialer, userAgent: "Feedhook/1", allowInsecure: false, ownDomains },
  );
  return { result, requests };
}

describe("a chat post", () => {
  it("carries the body as JSON, takes its partner's turns, and occupies an alert worker for at most 5 s", async () => {
    const { result, requests } = await post(answered(200));
    expect(result).toEqual({ outcome: "sent" });
    const headers = { "content-type": "application/json", "user-agent": "Feedhook/1" };
    expect(requests[0]).toMatchObject({ headers, deadline: 5_000, group: "prt_1" });
    expect(JSON.parse(Buffer.from(requests[0]!.body).toString())).toEqual({ text: "hello" });
  });

  it.each([
    [answered(404), refused("http_404", false)],
    [answered(500), refused("http_500", true)],
    [answered(300), refused("http_300", false)],
    [answered(302), refused("http_302", false)],
    [answered(429), refused("http_429", true)],
    [answered(408), refused("http_408", true)],
    [answered(503), refused("http_503", true)],
    [failed("dns"), refused("dns", true)],
    [failed("tls"), refused("tls", true)],
    [failed("connect", "ECONNREFUSED"), refused("connect", true)],
    [failed("connect", "EMFILE"), refused("connect", true)],
    [failed("connect", "ECONNRESET"), unknown("connect")],
    [failed("timeout"), unknown("timeout")],
    [failed("blocked"), refused("blocked", false)],
  ] as const)("that ends as %j counts as %j", async (outcome, expected) => {
    expect((await post(outcome)).result).toEqual(expected);
  });

  it.each(["http://hooks.slack.example/x", "https://127.0.0.1/x", "https://localhost/x", "https://bridge.example/x"])(
    "isn't dialled at %s",
    async (url) => {
      const { result, requests } = await post(answered(200), url, ["bridge.example"]);
      expect([result, requests]).toEqual([refused("blocked", false), []]);
    },
  );
});

const text = {
  title: "A webhook endpoint is failing",
  lines: ["It fails.", "Make it answer."],
  link: { title: "Details", url: "https://feedhook.example.com/portal/endpoints/sub_1" },
};
const at = Date.UTC(2026, 10, 21, 12);
const subject = { partner: "prt_1", subscription: "sub_1", at };
const key = "R0UTINGKEY0123456789ABCDEF012345";

describe("an alert's body", () => {
  it("is escaped for Slack, which reads < > & as markup", () => {
    expect(slackBody({ title: "<!channel> a&b", lines: ["x > y"] })).toEqual({
      text: "*&lt;!channel&gt; a&amp;b*\nx &gt; y",
    });
    expect(slackBody(text)).toEqual({
      text: `*${text.title}*\nIt fails.\nMake it answer.\nDetails: ${text.link.url}`,
    });
  });

  it("is an Adaptive Card for Teams", () => {
    expect(teamsBody(text)).toEqual({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            ...{ type: "AdaptiveCard", version: "1.4" },
            body: [
              { type: "TextBlock", text: text.title, weight: "Bolder", size: "Medium", wrap: true },
              { type: "TextBlock", text: "It fails.", wrap: true },
              { type: "TextBlock", text: "Make it answer.", wrap: true },
            ],
            actions: [{ type: "Action.OpenUrl", title: "Details", url: text.link.url }],
          },
        },
      ],
    });
  });

  it("triggers one PagerDuty incident per subscription, which a recovery resolves", () => {
    expect(pagerDutyBody(key, { ...subject, kind: "endpoint_failing" }, text)).toEqual({
      ...{ routing_key: key, dedup_key: "feedhook/sub_1", event_action: "trigger", client: "Feedhook" },
      payload: {
        summary: "A webhook endpoint is failing: sub_1",
        ...{ source: "Feedhook", severity: "error", component: "sub_1", class: "endpoint_failing" },
        timestamp: "2026-11-21T12:00:00.000Z",
        custom_details: { what: "It fails. Make it answer." },
      },
      links: [{ href: text.link.url, text: "Details" }],
    });
    expect(pagerDutyBody(key, { ...subject, kind: "endpoint_paused" }, text)).toMatchObject({
      ...{ dedup_key: "feedhook/sub_1", payload: { severity: "critical" } },
    });
    expect(pagerDutyBody(key, { ...subject, kind: "endpoint_recovered" }, text)).toEqual({
      ...{ routing_key: key, dedup_key: "feedhook/sub_1", event_action: "resolve" },
    });
  });

  it("separates expired deliveries and tests from outages", () => {
    expect(pagerDutyBody(key, { ...subject, kind: "deliveries_expired" }, text)).toMatchObject({
      ...{ dedup_key: "feedhook/sub_1/expired", event_action: "trigger", payload: { severity: "warning" } },
    });
    const { link: _, ...bare } = text;
    const test = pagerDutyBody(key, { partner: "prt_1", kind: "test", at }, bare);
    expect(test).toMatchObject({
      ...{ dedup_key: "feedhook/test", event_action: "trigger", payload: { summary: text.title, severity: "info" } },
    });
    expect(test).not.toHaveProperty("links");
  });
});

describe("an alert's text", () => {
  it("says that a test is one, and links to the settings if the portal's address is known", () => {
    const text = {
      title: "Test alert",
      lines: ["This is where alerts about your webhook endpoints arrive.", "You don't need to do anything."],
    };
    expect(textOfTest(undefined)).toEqual(text);
    const link = { title: "Alert settings", url: "https://feedhook.example.com/portal/alerts" };
    expect(textOfTest("https://feedhook.example.com")).toEqual({ ...text, link });
  });

  it("tells a stranger who gets a code that no other message follows", () => {
    const { title, lines, link } = textOfCode("12345678");
    expect([title, link]).toEqual(["12345678 is your confirmation code", undefined]);
    expect(lines[1]).toBe(
      "If you didn't request this, ignore this message. Unless the code is entered, Feedhook won't send any alerts to this address.",
    );
  });
});
