import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./support/axe-findings.ts";
import { lookAtWidths } from "./support/look-at.ts";
import { PortalGround } from "./support/portal-ground.ts";

const ground = new PortalGround();

beforeAll(async () => {
  const program = await ground.begin();
  await program.prints(/^✓ .+/gm, 60_000, 3);
});

afterAll(() => ground.end());

describe("every page", () => {
  test.each(["light", "dark"] as const)(
    "has nothing that axe finds and fits its width, %s",
    { timeout: 300_000 },
    async (colorScheme) => {
      const { id: partner } = await ground.newPartner("Looked at");
      const { items: subscriptions } = await ground.api<{ items: { id: string }[] }>("GET", "/v1/subscriptions");
      const [subscription] = subscriptions;
      const path = `/v1/subscriptions/${subscription!.id}/deliveries?limit=1`;
      const { items: deliveries } = await ground.api<{ items: { event: string; instance: string }[] }>("GET", path);
      const [delivery] = deliveries;
      const ofEndpoint = `/endpoints/${subscription!.id}`;
      const own = [
        "",
        "/endpoints",
        "/endpoints/new",
        "/deliveries",
        "/events",
        "/pull",
        "/signature",
        "/alerts",
        "/keys",
        "/audit",
      ];
      const items = [ofEndpoint, `${ofEndpoint}/edit`, `${ofEndpoint}/deliveries/${delivery!.event}`];
      const event = `/events/${delivery!.instance}/${delivery!.event}`;
      const ofOperator = ["/partners", `/partners/${partner}`, "/instances", "/instances/acme"];
      const page = await ground.open("", ground.operatorKey, { colorScheme });
      const found: string[] = [];
      for (const address of [...own, ...items, event, ...ofOperator]) {
        await page.goto(`${ground.url}/portal${address}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        const name = address.replaceAll(/(sub|evt|prt)_\w+/g, "$1").replaceAll("/", "-") || "-overview";
        found.push(...(await lookAtWidths(page, `page${name}-${colorScheme}`)));
      }
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("API key").waitFor();
      found.push(...(await axeFindings(page)).map((finding) => `sign-in: ${finding}`));
      expect(found).toEqual([]);
      expect(ground.faults).toEqual([]);
    },
  );
});
