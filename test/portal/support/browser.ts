import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { unpackOnce } from "./unpack-once.ts";

/** Where Chrome, Chromium and Edge are installed. */
const installed: { readonly [platform: string]: readonly string[] } = {
  linux: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map((name) => `/usr/bin/${name}`),
  darwin: ["Google Chrome", "Chromium", "Microsoft Edge"].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((variable) =>
    ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"].map(
      (path) => `${process.env[variable]}\\${path}`,
    ),
  ),
};

/** Beside the packages, because it belongs to their version. */
const cache = join(import.meta.dirname, "../../../node_modules/.cache");

/** The path of the machine's own browser, or `packaged` if a package has one. Undefined for none. */
export function findBrowser(): string | undefined {
  const own = installed[process.platform]?.find((path) => existsSync(path));
  return own ?? (process.platform === "linux" && process.arch === "x64" ? "packaged" : undefined);
}

/** Launches the machine's own browser or the packaged one. Throws without either. */
export async function launchBrowser(): Promise<Browser> {
  const found = findBrowser();
  if (found === undefined) throw new Error("Chrome, Chromium or Edge isn't installed");
  if (found !== "packaged") return launch({ executablePath: found });
  const { env, ...packaged } = await packagedBrowser();
  return launch(packaged, env);
}

function launch(browser: LaunchOptions, env: { readonly [name: string]: string } = {}): Promise<Browser> {
  return chromium.launch({
    ...browser,
    // With the C locale, pages would get the language "en-US@posix", which Intl refuses.
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
 * The package unpacks into the temporary folder, and its libraries only if it believes that it runs in a Lambda
 * function. Both are set in a separate process, so that the tests' environment doesn't change.
 */
async function unpackPackage(into: string): Promise<void> {
  const program = join(import.meta.dirname, "unpack-chromium-main.ts");
  await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, TMPDIR: into, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" },
  });
  // The package itself names only Lambda's folders and /tmp. Chromium exits if it finds no font.
  writeFileSync(
    join(into, "fonts", "fonts.conf"),
    `<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir></fontconfig>\n`,
  );
}
