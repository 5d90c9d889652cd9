import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, type TestContext } from "vitest";
import { requestApi } from "../../../infra/node/request-api.ts";
import { StartProgram } from "../../e2e/support/start-program.ts";
import { folderOfFile } from "../../support/temporary-folder.ts";
import { launchBrowser } from "./browser.ts";

/** A partner with its own key. */
export type Partner = {
  readonly id: string;
  readonly key: string;
  readonly call: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;
};

type Start = {
  /** Options of the config file. */
  readonly config?: object;
  readonly argv?: readonly string[];
  /** How many webhooks arrive before the first test. After one, the sandbox's instance is registered. */
  readonly webhooks?: number;
};

/** A ground for all tests of the file, which closes each test's pages. `ready` runs before the first test. */
export function groundOfFile(
  start: Start | (() => Promise<Start>) = {},
  ready: (ground: PortalGround) => Promise<void> = () => Promise.resolve(),
): PortalGround {
  const ground = new PortalGround();
  const file = join(folderOfFile(), "feedhook.json");
  beforeAll(async () => {
    const { config = {}, argv = [], webhooks = 1 } = typeof start === "function" ? await start() : start;
    writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
    const program = await ground.begin("--config", file, ...argv);
    if (webhooks > 0) await program.prints(/^✓ .+/gm, 60_000, webhooks);
    await ready(ground);
  });
  afterEach((test) => ground.endTest(test));
  afterAll(() => ground.end());
  return ground;
}

/** The bridge of `npm start`, with a browser. */
export class PortalGround {
  readonly operatorKey = "820db92b0a8ec05d7865d9e49e392b39ead19cd65b6ca89d9a49a41f45c3f6c6";
  url = "";
  /** The pages' errors. A request that the API refused is a state of the page, not a fault. */
  readonly faults: string[] = [];
  readonly #contexts: BrowserContext[] = [];
  #program: StartProgram | undefined;
  #browser: Browser | undefined;

  /** Resolves when the API responds. `argv` are further options of `npm start`. */
  async begin(...argv: readonly string[]): Promise<StartProgram> {
    const program = StartProgram.node("--port", "0", "--operator-key", this.operatorKey, ...argv);
    this.#program = program;
    [, this.url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
    this.#browser = await launchBrowser();
    return program;
  }

  /**
   * Closes a test's pages, because each open one keeps asking the API, and checks that they had no errors. If the test
   * failed, its error shows the pages' texts: the text that a test waits for in vain says nothing about what the page
   * shows instead.
   */
  async endTest({ task }: TestContext): Promise<void> {
    for (const error of task.result?.errors ?? []) {
      for (const page of this.#contexts.flatMap((context) => context.pages())) {
        const text = await page.innerText("body", { timeout: 5_000 }).catch(String);
        error.message += `\n${new URL(page.url()).pathname} shows:\n${text.slice(0, 2_000)}`;
      }
    }
    await this.#closePages();
    expect(this.faults).toEqual([]);
  }

  async #closePages(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  async end(): Promise<void> {
    await this.#closePages();
    await this.#browser?.close();
    await this.#program?.kill();
  }

  async api<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    return (await requestApi(this.url, this.operatorKey, method, path, body)) as T;
  }

  /** A partner with access to acme. */
  async newPartner(name: string): Promise<Partner> {
    const { id } = await this.api<{ id: string }>("POST", "/v1/partners", { name, instances: ["acme"] });
    const body = { name: "portal", scopes: ["admin"] };
    const { key } = await this.api<{ key: string }>("POST", `/v1/partners/${id}/keys`, body);
    const { url } = this;
    return {
      id,
      key,
      call: async <T>(...request: [string, string, unknown?]) => (await requestApi(url, key, ...request)) as T,
    };
  }

  /** A portal page in its own window; without a key for a user who isn't signed in. */
  async open(path: string, key?: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser!.newContext({
      ...{ viewport: { width: 1280, height: 850 }, reducedMotion: "reduce" as const },
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      const isRefused = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isRefused) this.faults.push(message.text());
    });
    await page.goto(`${this.url}/portal${path}${key === undefined ? "" : `#key=${key}`}`);
    return page;
  }
}
