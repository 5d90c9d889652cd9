import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { QueueDepth } from "../../shared/api/status/status-probe.ts";
import { apiFixture, operatorKey } from "../unit/api/api-fixture.ts";
import { lookAt } from "./support/look-at.ts";
import { ServedPortal } from "./support/served-portal.ts";

const command = "npm run redrive -- --stage prod";
/** A time this long ago, computed when the page requests it. */
const before = (): QueueDepth => ({
  ...{ ready: 12, delayed: 0, inFlight: 2, dead: 60 },
  ...{ readySince: Date.now() - 90_000, deadSince: Date.now() - 3_600_000, measuredAt: Date.now() - 180_000 },
});
const idle: QueueDepth = { ready: 0, delayed: 0, inFlight: 0, dead: 0 };
/** SQS's figures for the `deliver` queue. */
let deliver = before;
const redriven: string[] = [];

/**
 * The portal with an engine that behaves like AWS: ages are measured, dead letters move gradually, and changes need a
 * command.
 */
const api = apiFixture({
  probe: { queueDepths: async () => ({ deliver: deliver(), fanout: idle }), changesSetAside: async () => 4 },
  redrive: {
    queue: async (name) => {
      redriven.push(name);
      const startedAt = Date.now();
      deliver = () => ({ ...before(), dead: 40, redrive: { state: "running", startedAt, moved: 20, toMove: 60 } });
      return 60;
    },
    changes: { command },
  },
});
const served = new ServedPortal(api, { sharesPages: true });
let page: Page;

beforeAll(async () => {
  await api.registerInstance();
  page = await served.newPage();
  await page.goto(`${served.url}/portal#key=${operatorKey}`);
});

describe("an operator of a bridge on AWS", () => {
  test("sees how old each queue's oldest message is, and when that was measured", async () => {
    const rows = page.getByRole("table", { name: "Queues" }).getByRole("row");
    await rows.filter({ hasText: "deliver" }).getByText("1 minute ago").waitFor();
    await rows.filter({ hasText: "deliver" }).getByText("1 hour ago").waitFor();
    await page.getByText(/^CloudWatch measured these ages 3 minutes ago\./).waitFor();
    expect(await rows.filter({ hasText: "fanout" }).getByText("ago").count()).toBe(0);
  });

  test("redrives dead letters and sees the progress, without a button to start it twice", async () => {
    expect(await lookAt(page, "todos-on-aws")).toEqual([]);
    await page.getByRole("button", { name: "Retry messages" }).click();
    await page.getByText("60 messages queued for retry").waitFor();
    expect(redriven).toEqual(["deliver"]);
    await page.getByText(/^Moving messages back to their queue: 20 of 60 so far/).waitFor();
    expect(await page.getByRole("button", { name: "Retry messages" }).count()).toBe(0);
    expect(await lookAt(page, "redrive-on-aws")).toEqual([]);
  });

  test("sees why a redrive failed, and can retry it", async () => {
    const startedAt = Date.now();
    deliver = () => ({ ...before(), redrive: { state: "failed", startedAt, moved: 0, reason: "AccessDenied" } });
    await page.getByText(/^The last attempt to move messages back, started .*, failed\. AccessDenied/).waitFor();
    await page.getByRole("button", { name: "Retry messages" }).waitFor();
  });

  test("gets the command for changes that were set aside, which the portal may not publish", async () => {
    await page.getByText("4 batches of changes couldn't be published").waitFor();
    expect(await page.getByLabel("the command", { exact: true }).textContent()).toBe(command);
  });
});
