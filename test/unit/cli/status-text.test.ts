import { expect, test } from "vitest";
import { statusText } from "../../../infra/cli/operators/status.ts";

const at = "2026-11-21T09:12:40.000Z";
const asked = "GET https://partner.example.com/acme/api/v1/en/company";
const fault = "nothing is listening at the source's address (ECONNREFUSED)";

test("status says what needs attention, and why a source is unreachable", () => {
  const text = statusText({
    at,
    version: "0.1.0",
    instances: [
      {
        ...{ name: "acme", status: "active", health: "source_unreachable", baselineDone: true, feeds: {} },
        unreachable: { since: at, asked, fault, lastTry: at, nextTry: "2026-11-21T09:13:10.000Z" },
      },
    ],
    needsAttention: [
      {
        ...{ kind: "source_unreachable", instance: "acme", what: `${asked}: ${fault}`, count: 1, since: at },
        ...{ action: "Look whether it is down.", docs: "docs/single-node.md#source-unreachable" },
      },
      {
        ...{ kind: "dead_letters", what: "deliver", count: 1_000, more: true },
        ...{ action: "Read why, then redrive.", docs: "docs/runbook.md", command: "npm run redrive" },
      },
    ],
    failingEndpoints: [
      {
        ...{ partner: "prt_1", partnerName: "Acme CRM", subscription: "sub_1" },
        endpoint: {
          ...{ state: "open", since: at, lane: "fast", failures: 5, recentFailures: 0 },
          lastFailure: { event: "evt_1", run: "0", at, durationMs: 3, status: 401 },
          acknowledged: { at, by: "ci", note: "secret changes tonight" },
        },
      },
    ],
  });
  expect(text).toMatch(/Acme CRM +sub_1 +Failing +2026-11-21T09:12:40\.000Z +401 +key "ci": secret changes tonight/);
  expect(text).toContain(`acme: unreachable since ${at}: ${asked}: ${fault}; next attempt at 2026-11-21T09:13:10.000Z`);
  expect(text).toContain(`Needs attention
  source_unreachable (acme: ${asked}: ${fault}) since ${at}
    Look whether it is down.
  dead_letters (deliver): 1000 or more
    Read why, then redrive. npm run redrive`);
});

test("status distinguishes an operator's acknowledgement from one with a key of a similar name", () => {
  const failingEndpoints = ["operator", "operators"].map((by) => ({
    ...{ partner: "prt_1", partnerName: "Acme CRM", subscription: "sub_1" },
    endpoint: {
      ...{ state: "open" as const, since: at, lane: "fast" as const, failures: 5, recentFailures: 0 },
      acknowledged: { at, by, note: "known" },
    },
  }));
  const text = statusText({ at, version: "0.1.0", instances: [], needsAttention: [], failingEndpoints });
  expect(text).toMatch(/ operator: known\n.+ key "operators": known$/);
});

test("status omits attention and failing endpoints if there are none", () => {
  const text = statusText({ at, version: "0.1.0", instances: [], needsAttention: [], failingEndpoints: [] });
  expect(text).not.toMatch(/attention|failing/);
});
