import { describe, expect, test } from "vitest";
import { KeepingEndpoint } from "./support/keeping-endpoint.ts";
import { lookAt } from "./support/look-at.ts";
import { groundOfFile } from "./support/portal-ground.ts";

const endpoint = KeepingEndpoint.ofFile();
const ground = groundOfFile({ webhooks: 3 });

describe("a partner", () => {
  test("adds an endpoint, sees why it fails, fixes it, and resends what never arrived", async () => {
    const { key } = await ground.newPartner("Acme CRM");
    const page = await ground.open("", key);
    const address = `${endpoint.url}/hook`;
    endpoint.status = 500;

    await page.getByRole("link", { name: "Add endpoint" }).click();
    await page.getByLabel("URL", { exact: true }).fill(address);
    await page.getByRole("textbox", { name: "Name" }).fill("CRM import");
    await page.getByText(/recent events?/).waitFor();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    expect(await page.getByLabel("the secret", { exact: true }).textContent()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I've copied it" }).click();
    await page.getByRole("heading", { name: "CRM import" }).waitFor();
    const address2 = page.url();

    // The sandbox keeps changing, so deliveries soon fail.
    await page.getByRole("link", { name: "Overview" }).click();
    const problem = page.getByRole("region", { name: "Current problems" });
    await problem.getByText("The endpoint returned an error (500)").waitFor({ timeout: 60_000 });
    await problem.getByText(/\d+ events? (is|are) undelivered\./).waitFor({ timeout: 60_000 });
    await problem.getByRole("link", { name: "View endpoint" }).click();
    await page.waitForURL(address2);
    await page.getByRole("link", { name: "View delivery" }).click();
    await page.getByText("Check what your server logged").first().waitFor();

    endpoint.status = 204;
    await page.getByRole("button", { name: "Resend event" }).click();
    await page.getByText("Event queued").waitFor();
    await page.getByText("Nothing. To receive").first().waitFor({ timeout: 60_000 });

    await page.getByRole("link", { name: "CRM import" }).click();
    await page.getByRole("button", { name: "Count events" }).click();
    await page.getByText(/events? would be sent/).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Event", exact: true }).waitFor();
    expect(endpoint.keptAt("/hook").length).toBeGreaterThan(0);
  });

  test("creates a portal link, which opens once, sees the session that it opened, and ends it", async () => {
    const { key } = await ground.newPartner("Revokes");
    const page = await ground.open("/keys", key);
    await page.getByText("No active links or sessions").waitFor();
    await page.getByRole("button", { name: "Create link" }).click();
    const link = (await page.getByLabel("the link", { exact: true }).textContent()) ?? "";
    expect(link).toMatch(/\/portal#token=fh_/);
    await page.getByRole("button", { name: "I've copied it" }).click();
    await page.getByText("Not opened yet").waitFor();
    const visitor = await ground.open(`#token=${link.split("#token=")[1]}`);
    await visitor.getByText("No endpoints yet").waitFor();
    expect(visitor.url()).not.toContain("token");
    expect(await visitor.getByRole("link", { name: "Add endpoint" }).count()).toBe(0);
    const second = await ground.open(`#token=${link.split("#token=")[1]}`);
    await second.getByText("This link may have expired or already been used").waitFor();
    await page.reload();
    await page.getByRole("cell", { name: "Session active" }).waitFor();
    expect(await lookAt(page, "portal-links")).toEqual([]);
    await page.getByRole("button", { name: /^Revoke key_/ }).click();
    await page.getByRole("dialog").getByText("Revoke this session?").waitFor();
    await page.getByRole("button", { name: "Revoke session" }).click();
    await page.getByText("No active links or sessions").waitFor();
    await visitor.reload();
    await visitor.getByRole("button", { name: "Sign in" }).waitFor();
  });

  test("learns on the sign-in page that a key is invalid", async () => {
    const page = await ground.open("", "fh_not-a-key");
    await page.getByText("Your key or session isn't valid. Sign in again, or ask for a new link.").waitFor();
    expect(page.url()).not.toContain("fh_not");
  });

  test("navigates by keyboard, and filters have an address", async () => {
    const page = await ground.open("/endpoints", ground.operatorKey);
    await page.getByRole("link", { name: "Sample subscriber of npm start" }).waitFor();
    await page.keyboard.press("j");
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-row"))).toBe(true);
    await page.keyboard.press("/");
    await page.keyboard.type("sample");
    await page.waitForURL(/\?search=sample$/);
    await page.reload();
    expect(await page.getByLabel("Search").inputValue()).toBe("sample");
  });
});

describe("an operator", () => {
  test("searches the partners, and learns that not all of them are loaded", async () => {
    await ground.newPartner("First");
    const page = await ground.open("/partners", ground.operatorKey);
    await page.getByRole("link", { name: "First" }).waitFor();
    await page.getByLabel("Search").fill("nothing like this");
    await page.getByText("No matching partners").waitFor();
    await page.route(/\/v1\/partners\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), more: true, nextCursor: "next" } });
    });
    await page.reload();
    await page.getByText("No matches in the partners loaded so far").waitFor();
  });

  test("sees a partner's view, and returns", async () => {
    const { id } = await ground.newPartner("Seen");
    const page = await ground.open(`/partners/${id}`, ground.operatorKey);
    await page.getByRole("button", { name: "View as partner Seen" }).click();
    await page.getByText("You are viewing the portal as Seen").waitFor();
    await page.getByText("No endpoints yet").waitFor();
    expect(await page.getByRole("link", { name: "Instances" }).count()).toBe(0);
    await page.getByRole("link", { name: "Endpoints" }).click();
    await page.waitForURL(new RegExp(`/portal/endpoints\\?as=${id}$`));
    const colleague = await ground.open(`/endpoints?as=${id}`, ground.operatorKey);
    await colleague.getByText("You are viewing the portal as Seen").waitFor();
    await page.getByRole("button", { name: "Exit partner view" }).click();
    await page.getByRole("link", { name: "Instances" }).waitFor();
    expect(page.url()).toMatch(/\/portal\/endpoints$/);
  });
});

test("an address with a partner's name shows partners their own pages, and operators a way back if the partner doesn't exist", async () => {
  const [own, other] = [await ground.newPartner("Its own"), await ground.newPartner("Not its own")];
  const page = await ground.open(`/keys?as=${other.id}`, own.key);
  await page.getByText("Its own · portal").waitFor();
  await page.waitForURL(/\/portal\/keys$/);
  expect(await page.getByText("You are viewing the portal as").count()).toBe(0);
  const lost = await ground.open("/endpoints?as=prt_none", ground.operatorKey);
  await lost.getByRole("button", { name: "Exit partner view" }).click();
  await lost.getByRole("link", { name: "Instances" }).waitFor();
  expect(lost.url()).toMatch(/\/portal\/endpoints$/);
});
