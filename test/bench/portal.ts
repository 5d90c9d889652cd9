import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { StartProgram } from "../e2e/support/start-program.ts";
import { launchBrowser } from "../portal/support/browser.ts";

/**
 * How soon a user with a slow phone sees the portal: Lighthouse's profile (1.6 Mbit/s down, 750 kbit/s up, 150 ms per
 * request, a quarter of the CPU speed), 360 × 740 pixels, an empty browser cache.
 */
const profile = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const slowerBy = 4;

type Figures = { firstView: number; data: number; requests: number; kilobytes: number };

/** Milliseconds on the page's own clock since its navigation. A figure that the page never reached is a failure. */
async function open(browser: Browser, address: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", profile);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowerBy });
  let [requests, bytes] = [0, 0];
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  // Checks every frame that the browser draws: the first view has the navigation and a heading, the data has rows.
  await page.addInitScript(`
    globalThis.seen = {};
    const look = () => {
      const now = performance.now();
      if (document.querySelector("nav a") && document.querySelector("h1")) seen.frame ??= now;
      if (document.querySelector("[data-row]")) seen.data ??= now;
      if (seen.data === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.goto(address);
  await page.locator("[data-row]").first().waitFor({ state: "attached", timeout: 60_000 });
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  const [firstPaint, frame, data] = await page.evaluate<[number, number, number]>(
    `[performance.getEntriesByName("first-contentful-paint")[0].startTime, seen.frame, seen.data]`,
  );
  await context.close();
  // The navigation is in the document before it is painted.
  return { firstView: Math.max(firstPaint, frame), data, requests, kilobytes: bytes / 1_000 };
}

const { values } = parseArgs({ options: { times: { type: "string", default: "9" } } });
const key = "67fdc7acb1e9aa0e6b32c3935e0c4ddd074c0e83448bab5b4b0a9d6570469042";
const program = StartProgram.node("--port", "0", "--operator-key", key);
const [, url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
const browser = await launchBrowser();
try {
  const address = `${url}/portal#key=${key}`;
  // The portal is built for the first request.
  await open(browser, address);
  const all: Figures[] = [];
  for (let round = 0; round < Number(values.times); round += 1) all.push(await open(browser, address));
  const line = (title: string, figure: (of: Figures) => number, unit: string) => {
    const sorted = all.map(figure).toSorted((a, b) => a - b);
    const [low, middle, high] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    console.log(
      `${title.padEnd(28)} ${[middle, low, high].map((one) => `${Math.round(one ?? 0)}`.padStart(7)).join("")} ${unit}`,
    );
  };
  console.log(`${all.length} times              ${["median", "least", "most"].map((one) => one.padStart(7)).join("")}`);
  line("first view", ({ firstView }) => firstView, "ms");
  line("data", ({ data }) => data, "ms");
  line("until data: requests", ({ requests }) => requests, "");
  line("until data: compressed", ({ kilobytes }) => kilobytes, "kB");
} finally {
  await browser.close();
  await program.kill();
}
