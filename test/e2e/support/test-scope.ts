import { createServer, type RequestListener } from "node:http";
import { onTestFinished, vi } from "vitest";
import { requestApi } from "../../../infra/node/request-api.ts";
import { type BridgeOptions, startBridge } from "../../../infra/node/start-bridge.ts";
import { type SandboxOptions, startSandbox } from "../../../infra/sandbox/start-sandbox.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import { closeServer, listenLocally } from "../../support/local-server.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { FlakySubscriber } from "./flaky-subscriber.ts";
import { PartnerClient } from "./partner-client.ts";
import { startProgram } from "./processes.ts";
import type { StartProgram } from "./start-program.ts";

/** Kills the program when the running test ends, in any way. */
export function endedWithTest(program: StartProgram): StartProgram {
  onTestFinished(() => program.kill());
  return program;
}

/** Serves HTTP on this machine until the running test ends. Resolves with the address. */
export async function serveForTest(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => closeServer(server));
  return listenLocally(server);
}

/**
 * Calls a program's management API once it has printed its address, within `patience` ms. Rejects without a 2xx
 * response.
 */
export async function apiOf(program: StartProgram, key: string, patience = 120_000) {
  const [, url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, patience);
  return apiAt(url, key);
}

/** A bridge in this process until the running test ends. By default, its source doesn't respond. */
export async function bridgeForTest(options: Partial<BridgeOptions> & { readonly operatorKey: string }) {
  const logger = new SilentLogger();
  const bridge = await startBridge({
    ...{ partnerUrl: "http://127.0.0.1:9", dataDir: temporaryFolder(), port: 0 },
    ...{ allowInsecureEndpoints: true, timings: defaultTimings, logger, ...options },
  });
  onTestFinished(() => bridge.stop());
  return { url: bridge.url, stop: () => bridge.stop(), logger, api: apiAt(bridge.url, options.operatorKey) };
}

export type Api = ReturnType<typeof apiAt>;
export const apiAt =
  (url: string, key: string) =>
  async <T>(method: string, path: string, body?: unknown) =>
    (await requestApi(url, key, method, path, body)) as T;

type Access = { readonly name: string; readonly clientId: string; readonly clientSecret: string };

/** A sandbox's first instance. */
export function firstInstance(url: string, [instance]: readonly Access[]) {
  const { name, clientId, clientSecret } = instance!;
  const credentials = { clientId, clientSecret };
  return { url, name, credentials, client: () => PartnerClient.connect(url, name, clientId, clientSecret) };
}
export type Source = ReturnType<typeof firstInstance>;

/** A sandbox in this process until the running test ends, with its first instance. */
export async function sandboxForTest(options: SandboxOptions): Promise<Source> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return firstInstance(sandbox.url, sandbox.instances);
}

/** A sandbox in a process of its own until the running test ends, with its first instance. */
export async function sandboxProgram(options: SandboxOptions): Promise<Source> {
  const program = await startProgram("test/e2e/support/sandbox-main.ts", [JSON.stringify(options)]);
  onTestFinished(() => program.kill("SIGTERM"));
  const { url, instances } = JSON.parse(program.ready) as { url: string; instances: Access[] };
  return firstInstance(url, instances);
}

/** Connects the source's instance, and resolves once its first contact is complete. */
export async function connectTo({ name, credentials }: Source, api: Api, requestsPerSecond = 100): Promise<void> {
  await api("PUT", `/v1/instances/${name}`, { credentials, requestsPerSecond });
  const isConnected = async () =>
    (await api<{ instances: { baselineDone: boolean }[] }>("GET", "/v1/status")).instances[0]?.baselineDone;
  await vi.waitUntil(isConnected, { timeout: 180_000, interval: 200 });
}

export async function subscriberForTest(fails: (event: Envelope) => boolean = () => false): Promise<FlakySubscriber> {
  const subscriber = await FlakySubscriber.start(fails);
  onTestFinished(() => subscriber.close());
  return subscriber;
}

/** A mirror in memory, and the events of its changes. */
export function mirrorWithEvents() {
  const events: Envelope[] = [];
  const mirror = new MemoryTable("mirror", {
    onChange: ({ before, after }) => {
      if (after?.["changeLog"] === undefined) return;
      events.push(...eventsFrom(before && mirrorItem.parse(before), mirrorItem.parse(after)));
    },
  });
  return { mirror, events };
}
