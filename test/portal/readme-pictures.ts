import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { components } from "../../infra/api-client/api-types.ts";
import { closeServer, listenLocally } from "../support/local-server.ts";
import { PortalGround } from "./support/portal-ground.ts";

/* Retakes the two pictures of README.md: a partner's overview with an endpoint that fails, and one delivery to it. Takes three minutes. */

type Schemas = components["schemas"];

const picture = (name: string) => fileURLToPath(new URL(`../../docs/images/portal-${name}.png`, import.meta.url));
/** Long enough for a failed attempt to be retried. */
const watched = 150_000;

async function startEndpoint(path: string, status: number, text: string) {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      void delay(20 + Math.random() * 60).then(() => response.writeHead(status).end(text));
    });
  });
  return { server, url: (await listenLocally(server)) + path };
}

const ground = new PortalGround();
const endpoints = [
  await startEndpoint("/hooks/crm", 404, "Not Found"),
  await startEndpoint("/warehouse", 204, ""),
] as const;
try {
  const program = await ground.begin();
  await program.prints(/^✓ .+/gm, 60_000, 3);
  const { call, key } = await ground.newPartner("Acme CRM");
  const [crm, warehouse] = endpoints;
  const subscriptions = [
    { url: crm.url, description: "CRM import", eventTypes: ["person.*", "company.*"] },
    { url: warehouse.url, description: "Data warehouse", eventTypes: ["*"] },
    { kind: "pull", description: "Archive queue", eventTypes: ["document.*"] },
  ];
  const ids: string[] = [];
  for (const subscription of subscriptions) {
    ids.push((await call<{ id: string }>("POST", "/v1/subscriptions", subscription)).id);
  }
  const [failing] = ids;
  await delay(watched);
  const page = await ground.open("", key);
  await page.getByText(/\d+ events? (is|are) undelivered\./).waitFor();
  await page.locator("canvas").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: picture("overview") });
  const { items } = await call<Schemas["DeliveryPage"]>("GET", `/v1/subscriptions/${failing}/deliveries?limit=200`);
  const [tried] = items.toSorted((one, other) => other.attempts.length - one.attempts.length);
  await page.goto(`${ground.url}/portal/endpoints/${failing}/deliveries/${tried?.event}`);
  await page.getByRole("heading", { name: "Attempts" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: picture("delivery") });
} finally {
  await ground.end();
  for (const { server } of endpoints) await closeServer(server);
}
