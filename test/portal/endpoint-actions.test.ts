import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test } from "vitest";
import { createReceiver } from "../../infra/receiver/receiver.ts";
import { KeepingEndpoint, type Kept } from "./support/keeping-endpoint.ts";
import { lookAt } from "./support/look-at.ts";
import { inMenu } from "./support/open-menu.ts";
import { groundOfFile, type Partner } from "./support/portal-ground.ts";

let partner: Partner;
// The sandbox's changes continue.
const ground = groundOfFile({ webhooks: 3 }, async (own) => {
  partner = await own.newPartner("Acts on endpoints");
});
const endpoint = KeepingEndpoint.ofFile();
afterEach(() => {
  endpoint.status = 204;
});

type Created = { readonly id: string; readonly secret: string };

const subscribe = (path: string, fields: object = {}) =>
  partner.call<Created>("POST", "/v1/subscriptions", { url: endpoint.url + path, eventTypes: ["*"], ...fields });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

function verifies({ headers, body }: Kept, secret: string): boolean {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    new Webhook(secret).verify(body, own);
    return true;
  } catch {
    return false;
  }
}

/** Sends a ping, repeats it as long as the API says that one was just sent, and resolves with what arrived. */
async function pinged(page: Page, path: string): Promise<Kept> {
  const before = endpoint.keptAt(path).length;
  const click = async () => {
    await (await inMenu(page, "Send ping")).click();
    return endpoint.keptAt(path).length > before;
  };
  await expect.poll(click, { timeout: 60_000, interval: 2_000 }).toBe(true);
  return endpoint.keptAt(path)[before]!;
}

describe("on an endpoint's page", () => {
  test("a ping shows whether it was delivered, or why not", async () => {
    const { id, secret } = await subscribe("/ping", { status: "disabled" });
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    const ping = await pinged(page, "/ping");
    expect(JSON.parse(ping.body).type).toBe("bridge.ping");
    expect(verifies(ping, secret)).toBe(true);
    await page.getByText("Ping delivered").waitFor();
    endpoint.status = 404;
    await pinged(page, "/ping");
    await page.getByRole("status").getByText("The server has no POST route at this path (404)").waitFor();
  });

  test("a secret is rotated with an overlap, in which both verify, and without one, after which only the new one does", async () => {
    const { id, secret: first } = await subscribe("/rotate", { status: "disabled" });
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    const rotate = async (overlap: string) => {
      await (await inMenu(page, "Rotate secret")).click();
      const dialog = page.getByRole("dialog", { name: "Rotate the signing secret?" });
      await dialog.getByLabel("When the old secret expires").selectOption({ label: overlap });
      if (overlap === "After 1 hour") expect(await lookAt(page, "rotate")).toEqual([]);
      await dialog.getByRole("button", { name: "Rotate secret" }).click();
      const secret = (await page.getByLabel("the secret", { exact: true }).textContent()) ?? "";
      expect(secret).toMatch(/^whsec_/);
      await button(page, "I've copied it").click();
      return secret;
    };
    const second = await rotate("After 1 hour");
    await page.getByText(/expires in (59 minutes|1 hour)/).waitFor();
    const both = await pinged(page, "/rotate");
    expect([first, second].map((secret) => verifies(both, secret))).toEqual([true, true]);
    const third = await rotate("Immediately (if it leaked)");
    await page.getByText(/expires in/).waitFor({ state: "detached" });
    const last = await pinged(page, "/rotate");
    expect([first, second, third].map((secret) => verifies(last, secret))).toEqual([false, false, true]);
  });

  test("a secret is replaced by a public key, which its page shows, and which verifies beside the secret", async () => {
    const { id, secret } = await subscribe("/public", { status: "disabled" });
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    await (await inMenu(page, "Rotate secret")).click();
    await page.getByLabel("Signing method for the new key").selectOption("ed25519");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    const shown = await page.getByRole("dialog").getByLabel("the public key", { exact: true }).textContent();
    expect(await lookAt(page, "public-key")).toEqual([]);
    await button(page, "Done").click();
    for (const kind of ["Ed25519 key", "HMAC secret"]) await page.getByText(`${kind}, created`).waitFor();
    expect(await page.getByLabel("the public key", { exact: true }).textContent()).toBe(shown);
    const ping = await pinged(page, "/public");
    expect(verifies(ping, secret)).toBe(true);
    const receiver = createReceiver({ secret: `${shown}`, handle: () => undefined });
    expect(await receiver.receive(ping.headers, ping.body)).toMatchObject({ status: 204 });
  });

  test("it is disabled and gets nothing, then enabled and gets new events", async () => {
    const { id } = await subscribe("/switch", { filter: { type: [{ "anything-but": ["bridge.ping"] }] } });
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    const arrived = () => endpoint.keptAt("/switch").length;
    await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(0);
    await (await inMenu(page, "Disable endpoint")).click();
    const dialog = page.getByRole("dialog", { name: "Disable this endpoint?" });
    await dialog.getByText("replay undelivered events").waitFor();
    expect(await lookAt(page, "disable-endpoint")).toEqual([]);
    await dialog.getByRole("button", { name: "Disable endpoint" }).click();
    await page.getByText("Disabled", { exact: true }).first().waitFor();
    const off = await partner.call<{ status: string; disabledReason?: string }>("GET", `/v1/subscriptions/${id}`);
    expect([off.status, off.disabledReason]).toEqual(["disabled", "owner"]);
    // An event published from now on goes to the sample subscriber, and not to this endpoint.
    const meanwhile = (await newestEvents())[0] ?? "";
    await expect.poll(async () => ((await newestEvents())[0] ?? "") !== meanwhile, { timeout: 60_000 }).toBe(true);
    const later = (await newestEvents())[0] ?? "";
    expect(endpoint.keptAt("/switch").map(({ headers }) => headers["webhook-id"])).not.toContain(later);
    await button(page, "Enable endpoint").click();
    await page.getByText("Healthy", { exact: true }).first().waitFor();
    const before = arrived();
    await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(before);
  });

  test("held deliveries are sent by a click once the failure is fixed", async () => {
    endpoint.status = 500;
    const { id } = await subscribe("/mended");
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    await button(page, "Resume delivery").waitFor({ timeout: 90_000 });
    await page.getByText(/has been failing since .+: the endpoint returned an error \(500\)$/).waitFor();
    expect(await lookAt(page, "endpoint-open")).toEqual([]);
    endpoint.status = 204;
    await button(page, "Resume delivery").click();
    await page.getByText("Healthy", { exact: true }).first().waitFor({ timeout: 60_000 });
    const waits = async () => {
      const { endpoint: found } = await partner.call<{ endpoint: { backlog: { held: number } } }>(
        "GET",
        `/v1/subscriptions/${id}`,
      );
      return found.backlog.held;
    };
    await expect.poll(waits, { timeout: 60_000 }).toBe(0);
  });

  test("it is deleted after a confirmation, and is then gone", async () => {
    const { id } = await subscribe("/delete", { status: "disabled", description: "Soon gone" });
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    await (await inMenu(page, "Delete endpoint")).click();
    const dialog = page.getByRole("dialog", { name: "Delete this endpoint?" });
    await button(page, "Cancel").click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Soon gone" }).waitFor();
    await (await inMenu(page, "Delete endpoint")).click();
    expect(await lookAt(page, "delete-endpoint")).toEqual([]);
    await dialog.getByRole("button", { name: "Delete endpoint" }).click();
    await page.waitForURL(/\/portal\/endpoints$/);
    await page.getByText("Endpoint deleted").waitFor();
    expect(await page.getByRole("link", { name: "Soon gone" }).count()).toBe(0);
    await page.goto(`${ground.url}/portal/endpoints/${id}`);
    await page.getByText("Couldn't find this item").waitFor();
  });

  test("a pull queue offers nothing that needs an address or a secret, and can be deleted", async () => {
    const { id } = await partner.call<Created>("POST", "/v1/subscriptions", { kind: "pull", eventTypes: ["*"] });
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    await (await inMenu(page, "Disable queue")).waitFor();
    for (const name of ["Send ping", "Send example", "Rotate secret"]) {
      expect(await button(page, name).count(), name).toBe(0);
    }
    for (const words of ["Signing keys", "Headers", "Last failure", "Response time"]) {
      expect(await page.getByText(words, { exact: true }).count(), words).toBe(0);
    }
    const oldest = page.getByRole("link", { name: "View the oldest events" });
    expect(await oldest.getAttribute("href")).toBe(`/portal/pull?queue=${id}`);
    expect(await lookAt(page, "pull-subscription")).toEqual([]);
    await (await inMenu(page, "Delete queue")).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete queue" }).click();
    await page.getByText("Queue deleted").waitFor();
  });
});

test("a replay is counted, started, paused, resumed and cancelled, and sends nothing while it isn't running", {
  timeout: 400_000,
}, async () => {
  const { id } = await subscribe("/replay", {
    status: "active",
    filter: { type: [{ prefix: "person" }, { prefix: "" }] },
  });
  // It takes ten at once, and continues ten seconds later, so with this many it is still running when it is
  // cancelled.
  const matches = async () =>
    (await partner.call<{ matches: number }>("POST", `/v1/subscriptions/${id}/replays`, { dryRun: true })).matches;
  await expect.poll(matches, { timeout: 200_000, interval: 1_000 }).toBeGreaterThanOrEqual(40);
  const page = await ground.open(`/endpoints/${id}`, partner.key);
  await page.getByLabel("Only undelivered events").uncheck();
  await page.getByLabel("Maximum rate").selectOption("1");
  await button(page, "Count events").click();
  const counted = (await page.getByText(/events? would be sent/).textContent()) ?? "";
  const all = Number(/\d+/.exec(counted)?.[0]);
  const begun = Date.now();
  await button(page, "Start replay").click();
  const row = page.getByRole("table", { name: "Replays" }).getByRole("row").nth(1);
  await row.getByText("Running").waitFor();
  await row.getByText("at most 1 per second").waitFor();
  await row.getByRole("button", { name: "Pause" }).click();
  await row.getByText("Paused").waitFor();
  expect(await lookAt(page, "replay-paused")).toEqual([]);
  const replay = async () => {
    const path = `/v1/subscriptions/${id}/replays`;
    const { items } = await partner.call<{ items: { state: string; progress: { sent: number } }[] }>("GET", path);
    return items[0]!;
  };
  expect((await replay()).state).toBe("paused");
  await row.getByRole("button", { name: "Resume" }).click();
  await row.getByText("Running").waitFor();
  await row.getByRole("button", { name: "Cancel" }).click();
  await row.getByText("Cancelled").waitFor();
  expect(await row.getByRole("button").count()).toBe(0);
  const { state, progress } = await replay();
  expect(state).toBe("cancelled");
  // It takes what is due in ten seconds at once, and no more until nine of them are over.
  const chunks = 1 + Math.floor((Date.now() - begun) / 9_000);
  expect(progress.sent).toBeLessThanOrEqual(10 * chunks);
  expect(progress.sent).toBeLessThan(all);
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

describe("Escape closes a dialog and returns the focus to its opener", () => {
  test.each(["Send example", "Rotate secret", "Delete endpoint"])("%s", async (name) => {
    const { id } = await subscribe("/escaped", { status: "disabled" });
    const page = await ground.open(`/endpoints/${id}`, partner.key);
    await (await inMenu(page, name)).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe(name);
  });

  test("the keyboard help", async () => {
    const page = await ground.open("/endpoints", partner.key);
    await page.getByRole("link", { name: "Add endpoint" }).first().focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Add endpoint");
  });
});

test("Escape keeps a secret that is shown once open, and says what to do", async () => {
  const { id } = await subscribe("/kept", { status: "disabled" });
  const page = await ground.open(`/endpoints/${id}`, partner.key);
  await (await inMenu(page, "Rotate secret")).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const dialog = page.getByRole("dialog", { name: "New signing secret" });
  const secret = page.getByLabel("the secret", { exact: true });
  await secret.waitFor();
  // Chromium closes a dialog at the second Escape in a row, whatever the page does with the first.
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press("Escape");
  await dialog.getByRole("alert").waitFor();
  expect(await secret.textContent()).toMatch(/^whsec_/);
  expect(await dialog.isVisible()).toBe(true);
  expect(await lookAt(page, "secret-kept")).toEqual([]);
  await button(page, "I've copied it").click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Rotate secret");
});

async function newestEvents(): Promise<readonly string[]> {
  const path = "/v1/events?instance=acme&order=newest&limit=50&until=9999-12-31T00:00:00Z";
  return (await partner.call<{ items: { id: string }[] }>("GET", path)).items.map(({ id }) => id);
}
