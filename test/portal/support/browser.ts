import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** A Chromium: the machine's own if it has one, else the one of a package, which runs on Linux on x64. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: installed.find((path) => existsSync(path)) ?? (await packagedBrowser()),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      "--disable-dev-shm-usage",
    ],
  });
}

/**
 * Unpacks the package's Chromium. The package also holds the libraries that it needs, which a bare machine lacks, but
 * unpacks them, and sets their path, only where it believes that it runs in a Lambda function.
 */
async function packagedBrowser(): Promise<string> {
  process.env["AWS_EXECUTION_ENV"] = "AWS_Lambda_nodejs24.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  const path = await packaged.executablePath();
  delete process.env["AWS_EXECUTION_ENV"];
  return path;
}
