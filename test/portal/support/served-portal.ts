import { createAdaptorServer } from "@hono/node-server";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { buildPortal } from "../../../infra/portal/build-portal.ts";
import { createApi } from "../../../shared/api/create-api.ts";
import { closeServer, listenLocally } from "../../support/local-server.ts";
import type { apiFixture } from "../../unit/api/api-fixture.ts";
import { launchBrowser } from "./browser.ts";

/**
 * The portal and the API over tables in memory, for all tests of the file, which need no source and no deliveries. Each
 * test's pages are closed, unless the tests share them.
 */
export class ServedPortal {
  url = "";
  #browser: Browser | undefined;

  constructor({ services }: Pick<ReturnType<typeof apiFixture>, "services">, { sharesPages = false } = {}) {
    const { fetch } = createApi({ ...services, portal: buildPortal });
    const server = createAdaptorServer({ fetch }) as Parameters<typeof listenLocally>[0];
    beforeAll(async () => {
      this.url = await listenLocally(server);
      this.#browser = await launchBrowser();
    });
    if (!sharesPages) afterEach(() => Promise.all(this.#browser!.contexts().map((context) => context.close())));
    afterAll(async () => {
      await this.#browser?.close();
      await closeServer(server);
    });
  }

  /** A new page, in its own window. */
  newPage(viewport: BrowserContextOptions["viewport"] = { width: 1280, height: 850 }): Promise<Page> {
    return this.#browser!.newPage({ viewport });
  }
}
