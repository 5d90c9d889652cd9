import { createAdaptorServer } from "@hono/node-server";
import { buildPortal } from "../../../infra/portal/build-portal.ts";
import { createApi } from "../../../shared/api/create-api.ts";
import { closeServer, listenLocally } from "../../support/local-server.ts";
import type { apiFixture } from "../../unit/api/api-fixture.ts";

/** The portal and the API over tables in memory, for tests without a source and deliveries. */
export class ServedPortal {
  readonly #server: Parameters<typeof listenLocally>[0];

  constructor({ services }: Pick<ReturnType<typeof apiFixture>, "services">) {
    const { fetch } = createApi({ ...services, portal: buildPortal });
    this.#server = createAdaptorServer({ fetch }) as Parameters<typeof listenLocally>[0];
  }

  listen(): Promise<string> {
    return listenLocally(this.#server);
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }
}
