import { describe, expect, it } from "vitest";
import { pagerDutyBody, slackBody, teamsBody } from "../../../shared/alerts/chat-bodies.ts";

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
    expect(pagerDutyBody(key, { partner: "prt_1", kind: "test", at }, text)).toMatchObject({
      ...{ dedup_key: "feedhook/test", event_action: "trigger", payload: { severity: "info" } },
    });
  });
});
