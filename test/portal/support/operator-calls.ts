import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { components } from "../../../infra/api-client/api-types.ts";
import type { PartnerClient } from "../../e2e/support/partner-client.ts";
import { lookAt } from "./look-at.ts";
import type { PortalGround } from "./portal-ground.ts";

type Schemas = components["schemas"];

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** An instance's page lists all feeds. A few rows show the layout as well as a hundred. */
export async function lookedAt(page: Page, name: string): Promise<void> {
  await page.getByLabel("Search").fill("timeline");
  expect(await lookAt(page, name)).toEqual([]);
  await page.getByLabel("Search").fill("");
}

/** The operator's API requests, and changes at the source, outside the browser. */
export function operatorCalls(ground: PortalGround, client: () => PartnerClient) {
  const newestEvents = async () => {
    const path = "/v1/events?instance=acme&order=newest&limit=200&until=9999-12-31T00:00:00Z";
    return (await ground.api<{ items: { type: string; subject: { id: string } }[] }>("GET", path)).items;
  };
  return {
    statusOf: async () => {
      const { instances } = await ground.api<Schemas["Status"]>("GET", "/v1/status");
      return instances.find(({ name }) => name === "acme");
    },
    /** How many polls are sent or done, and how many ticks, which send polls, are done. */
    readsUnderWay: async (): Promise<number> => {
      const { queues: { ticks, poll } = {} } = await ground.api<Schemas["Status"]>("GET", "/v1/status");
      return (ticks?.inFlight ?? 0) + (poll?.inFlight ?? 0) + (poll?.ready ?? 0) + (poll?.delayed ?? 0);
    },
    /** The types of removal events. */
    removed: async () => (await newestEvents()).map(({ type }) => type).filter((type) => type.endsWith(".removed")),
    /** The subjects of the events, without the bridge's own. */
    subjects: async () =>
      (await newestEvents()).filter(({ type }) => !type.startsWith("bridge.")).map(({ subject }) => subject.id),
    newCompany: async (name: string): Promise<{ readonly id: string }> => {
      const { items } = await client().get("/project?limit=1");
      return client().post("/company", { name, countryCode: "NO", ownerGroupId: items[0]?.ownerGroup.id });
    },
    /** Retries the failed feeds at once; they would wait longer, the longer the source failed. Returns their number. */
    resumeFailing: async (): Promise<number> => {
      const { items } = await ground.api<Schemas["FeedPage"]>("GET", "/v1/feeds?instance=acme&limit=200");
      const failing = items.filter(({ status }) => status === "backing_off");
      for (const { id } of failing) await ground.api("POST", `/v1/feeds/${encodeURIComponent(id)}/resume`);
      return failing.length;
    },
  };
}
