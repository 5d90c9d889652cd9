import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { unpackOnce } from "./unpack-once.ts";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** Next to the packages, so that it goes with the version that they have. */
const cache = join(import.meta.dirname, "../../../node_modules/.cache");

/** The machine's own Chromium, Chrome or Edge. Without one, Linux on x64 runs the Chromium of a package. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = installed.find((one) => existsSync(one));
  if (executablePath !== undefined) return launch({ executablePath });
  if (process.platform === "linux" && process.arch === "x64") {
    const { env, ...packaged } = await packagedBrowser();
    return launch(packaged, env);
  }
  // Playwright knows where macOS and Windows install them.
  return launch({ channel: "chrome" }).catch(() => launch({ channel: "msedge" }));
}

function launch(browser: LaunchOptions, env: { readonly [name: string]: string } = {}): Promise<Browser> {
  return chromium.launch({
    ...browser,
    // On a machine whose locale is C, pages would be told the language "en-US@posix", which Intl refuses.
    env: { ...process.env, LC_ALL: "en_US.UTF-8", ...env },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      "--disable-dev-shm-usage",
    ],
  });
}

/** The package's Chromium, with the libraries and fonts that a bare machine lacks. */
async function packagedBrowser() {
  mkdirSync(cache, { recursive: true });
  const folder = join(cache, "chromium");
  await unpackOnce(folder, unpackPackage);
  return {
    executablePath: join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_PATH: join(folder, "fonts") },
  };
}

/**
 * The package unpacks into the folder for temporary files, and its libraries only where it believes that it runs in a Lambda
 * function. A process of its own is told both, so that the environment of the tests stays as it is.
 */
async function unpackPackage(into: string): Promise<void> {
  const program = join(import.meta.dirname, "unpack-chromium-main.ts");
  await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, TMPDIR: into, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
  });
  // The package's own names folders of Lambda and /tmp alone. A Chromium that finds no font at all ends itself.
  writeFileSync(
    join(into, "fonts", "fonts.conf"),
    `<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir></fontconfig>\n`,
  );
}
