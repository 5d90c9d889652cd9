import { existsSync } from "node:fs";
import packaged from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** A Chromium: the machine's own if it has one, else the one of a package, which runs on Linux on x64. */
export async function launchBrowser(): Promise<Browser> {
  const found = installed.find((path) => existsSync(path)) ?? (await packaged.executablePath());
  return chromium.launch({
    executablePath: found,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      "--disable-dev-shm-usage",
    ],
  });
}
