import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { requestApi } from "../../infra/node/request-api.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import type { ApiClient } from "./api-client.ts";
import type { OperatorShell } from "./operator-shell.ts";
import { say } from "./progress.ts";
import { changeAndHear, type Deployment, until } from "./steps.ts";

const created = z.object({ id: z.string(), secret: z.string() });
const status = z.object({ instances: z.array(z.object({ baselineDone: z.boolean() })) });

/** A single-machine bridge that reads the instance, has published a change, and can't deliver another one. */
async function bridgeWithBacklog(
  dataDir: string,
  deployment: Deployment,
  partnerUrl: string,
  isAway: { now: boolean },
) {
  const { instance, partner, subscriber } = deployment;
  const operatorKey = "ff24ef8391bfccc69fe9db118d4b1c8403c9d762106e77f84e32729c54a6327c";
  const timings = { ...defaultTimings, tick: 1_000, timelinePeriod: 2_000, fastOverlap: 10_000 };
  const bridge = await startBridge({
    ...{ partnerUrl, dataDir, port: 0, operatorKey, timings },
    ...{ allowInsecureEndpoints: true, logger: new SilentLogger() },
  });
  const api = (method: string, path: string, body?: unknown) => requestApi(bridge.url, operatorKey, method, path, body);
  const { name, credentials } = instance;
  await api("PUT", `/v1/instances/${name}`, { credentials, requestsPerSecond: 20 });
  const { id, secret } = created.parse(
    await api("POST", "/v1/subscriptions", { url: subscriber.url, eventTypes: ["person.*"] }),
  );
  subscriber.trust(secret);
  await until("the old bridge's first contact is read", 2 * 60_000, async () =>
    status.parse(await api("GET", "/v1/status")).instances.some(({ baselineDone }) => baselineDone),
  );
  await changeAndHear(deployment);
  isAway.now = true;
  const person = await partner.post("/person", { firstName: "Kari", lastName: "Waits" });
  await until("a delivery fails", 2 * 60_000, async () => subscriber.refused > 0);
  await bridge.stop();
  return { id, person: person.id };
}

/** Moves a single-machine bridge to the stage with the commands in docs/single-node.md, and continues there. */
export async function moveToStage(given: {
  readonly api: ApiClient;
  readonly shell: OperatorShell;
  readonly partnerUrl: string;
  readonly deployment: Omit<Deployment, "subscriber">;
}): Promise<void> {
  const { api, shell, partnerUrl } = given;
  const root = mkdtempSync(join(tmpdir(), "feedhook-move-"));
  const isAway = { now: false };
  const subscriber = await FlakySubscriber.start(() => isAway.now);
  try {
    const deployment = { ...given.deployment, subscriber };
    const [dataDir, archive] = [join(root, "data"), join(root, "bridge.export")];
    const { id, person } = await bridgeWithBacklog(dataDir, deployment, partnerUrl, isAway);
    const feedhook = "FEEDHOOK_BACKUP_PASSPHRASE=passphrase-of-the-move npm run --silent feedhook --";
    await shell.run(`${feedhook} export --data-dir ${dataDir} --to ${archive}`);
    isAway.now = false;
    say(await shell.run(`${feedhook} import --from ${archive} --stage prod`));
    z.object({ id: z.literal(id) }).parse(await api.call("GET", `/v1/subscriptions/${id}`));
    await until("what waited at the old bridge is delivered by the stage", 4 * 60_000, async () =>
      subscriber.taken.some(({ event }) => event.subject.id === person),
    );
    await changeAndHear(deployment);
    const ids = subscriber.taken.map(({ event }) => event.id);
    if (new Set(ids).size !== ids.length) throw new Error("an event was published twice");
    const again = await shell.run(`! ${feedhook} import --from ${archive} --stage prod 2>&1`);
    if (!again.includes("already reads instances")) throw new Error(`a second import was not refused: ${again}`);
    say("the bridge of one machine goes on at the stage, and a second import is refused");
  } finally {
    await subscriber.close();
    rmSync(root, { recursive: true, force: true });
  }
}
