import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { closeServer } from "../support/local-server.ts";
import { startMailServer } from "../support/mail-server.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { KeepingEndpoint } from "./support/keeping-endpoint.ts";
import { lookAt } from "./support/look-at.ts";
import { groundOfFile } from "./support/portal-ground.ts";

const chat = KeepingEndpoint.ofFile();
let mails: Awaited<ReturnType<typeof startMailServer>>;
// The first webhook shows that the instance that partners get is registered.
const ground = groundOfFile(async () => {
  mails = await startMailServer();
  const smtp = { host: "127.0.0.1", port: mails.port, insecure: true, from: "alerts@bridge.example" };
  return { config: { smtp } };
});
afterAll(() => mails.close());

test("a partner is signed in within a frame on an allowed site, and on no other site", async () => {
  let framed = "";
  const embedding = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>An application</title><iframe src="${framed}" width="900" height="600"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => embedding.listen(0, resolve));
  const { port } = embedding.address() as AddressInfo;
  // Another site than the portal's 127.0.0.1, so the frame's storage is a third party's.
  const origin = `http://localhost:${port}`;
  const { id } = await ground.newPartner("Embedded");
  await ground.api("PATCH", `/v1/partners/${id}`, { portalOrigins: [origin] });
  const newLink = async () => {
    const path = `/v1/partners/${id}/portal-links`;
    return (await ground.api<{ url: string }>("POST", path, { access: "manage" })).url;
  };
  const page = await ground.open("");
  framed = await newLink();
  await page.goto(origin);
  const frame = page.frameLocator("iframe");
  await frame.getByText("No endpoints yet").waitFor();
  await frame.getByRole("link", { name: "Alerts" }).click();
  await frame.getByRole("heading", { level: 1, name: "Alerts" }).waitFor();
  const refused = page.waitForEvent("console", {
    predicate: (message) => message.text().includes("frame-ancestors"),
  });
  framed = await newLink();
  await page.goto(`http://127.0.0.1:${port}`);
  await refused;
  expect(await page.frameLocator("iframe").getByText("No endpoints yet").count()).toBe(0);
  // The browser reports the refusal as an error of the page.
  expect(ground.faults.splice(0)).toEqual([expect.stringContaining("frame-ancestors")]);
  await closeServer(embedding);
});

test("alerts go to a chat and to a confirmed address; a test shows each channel's result", async () => {
  const { key } = await ground.newPartner("Hears");
  chat.status = 404;
  const chatUrl = chat.url;
  const page = await ground.open("/alerts", key);
  await page.getByLabel("Email address").fill("oncall@acme.example");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText("Not confirmed").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(() => mails.taken.length, { timeout: 60_000 }).toBe(1);
  const [code = ""] = /\b\d{8}\b/.exec(mails.taken[0]!.text) ?? [];
  await page.getByLabel("Confirmation code").fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Confirmed", { exact: true }).waitFor();
  await page.getByLabel("Incoming webhook URL").fill(chatUrl);
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("The full URL is hidden").waitFor();
  await page.getByLabel("When to alert about a failing endpoint").selectOption({ label: "Immediately" });
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByLabel("Endpoint recovered").click();
  await page.getByText("Saved", { exact: true }).last().waitFor();
  await page.getByRole("button", { name: "Send test alert" }).click();
  await page.getByText("Email: Sent").waitFor();
  await page.getByText("Chat webhook: Couldn't send. The chat service returned 404. Check the webhook URL.").waitFor();
  const row = page.getByRole("row").filter({ hasText: "The chat service returned 404" });
  await row.waitFor();
  expect(await row.textContent()).toContain("Chat");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Workflow URL").fill(chatUrl);
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("Teams saved").waitFor();
  await page.getByLabel("Integration key").fill("R0UTINGKEY0123456789ABCDEF012345");
  await page.getByLabel("Region").selectOption("EU");
  expect(await lookAt(page, "alerts")).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Feedhook sends alerts to events.eu.pagerduty.com").waitFor();
  const remove = page.getByRole("button", { name: "Remove", exact: true });
  for (const left of [2, 1, 0]) {
    await remove.first().click();
    await expect.poll(() => remove.count()).toBe(left);
  }
  await page.getByLabel("Incoming webhook URL").waitFor();
  await page.getByRole("button", { name: "Remove address" }).click();
  await page.getByLabel("Email address").waitFor();
  expect(mails.taken).toHaveLength(2);
});
