import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContainer, replaced } from "../../functions/runtime/container.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { instanceRegistry } from "../../functions/runtime/services/source.ts";
import { sourceFactory, sourceHttp } from "../../functions/runtime/services/source-client.ts";
import { grantedEngine } from "../../infra/node/granted-engine.ts";
import { openSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { Allowance } from "../../shared/source/allowance.ts";
import { sandboxHttp } from "../simulation/sandbox-http.ts";
import { openTestEngine } from "../support/node-engine.ts";
import type { TableHarness } from "./table-contract.ts";
import { openDynamoTables } from "./table-engines.ts";

const clock = { now: () => Date.now(), sleep: async () => sleep(5) };

describe.each([
  ["SQLite", undefined],
  ["DynamoDB", openDynamoTables],
] as const)("a source that allows a client one live token, polled by several workers on %s", (_, openStore) => {
  const test = openTestEngine();
  const sandbox = openSandbox({ seed: 5, records: 15, settings: { switches: { oneLiveToken: true } } });
  let store: TableHarness | undefined;
  let engine: Engine;
  let tokens = 0;

  beforeAll(async () => {
    store = await openStore?.(clock);
    engine = { ...test.engine, clock, sleeper: clock, ...(store && { table: store.table }) };
    const [{ name, clientId, clientSecret }] = sandbox.access as [(typeof sandbox.access)[0]];
    const registry = createContainer(engine).get(instanceRegistry);
    await registry.register({ name, credentials: { clientId, clientSecret }, now: Date.now() });
  });
  afterAll(async () => {
    await store?.close();
    test.remove();
  });

  /** A worker with the topology's rights, which shares only the tables with the others. */
  const worker = () => {
    const http = sandboxHttp(sandbox, (path) => {
      if (path.endsWith("/token")) tokens += 1;
    });
    const { get } = createContainer(
      grantedEngine(engine, functions.poll),
      replaced(sourceHttp, () => http),
    );
    return get(sourceFactory);
  };
  const askAll = async (workers: readonly ReturnType<typeof worker>[]) => {
    const source = workers.flatMap((one) => [one, one]).map((one) => one.open("acme", new Allowance(20)));
    const answers = await Promise.all(source.map((one) => one.page({ path: "/person", query: { limit: "1" } })));
    return new Set(answers.map(({ outcome }) => outcome));
  };

  it("costs one token, which all workers share", async () => {
    const workers = [worker(), worker(), worker(), worker()];
    expect(await askAll(workers)).toEqual(new Set(["ok"]));
    expect(await askAll(workers)).toEqual(new Set(["ok"]));
    expect(tokens).toBe(1);
  });

  it("costs one more token each time another client revokes it", async () => {
    const workers = [worker(), worker(), worker(), worker()];
    expect(await askAll(workers)).toEqual(new Set(["ok"]));
    for (let round = 1; round <= 5; round += 1) {
      const before = tokens;
      const [{ name, clientId, clientSecret }] = sandbox.access as [(typeof sandbox.access)[0]];
      const answer = await sandbox.app.request(`/${name}/auth/api/v1/token`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          ...{ grant_type: "client_credentials", scope: "read" },
          ...{ client_id: clientId, client_secret: clientSecret },
        }).toString(),
      });
      expect(answer.status).toBe(200);
      expect(await askAll(workers)).toEqual(new Set(["ok"]));
      expect(tokens - before).toBe(1);
    }
  });
});
