import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { backUp, backUpAndRotate, restore } from "../../infra/node/backup.ts";
import { exportStore, requireNotExported } from "../../infra/node/move/export-store.ts";
import { openStoreEngine } from "../../infra/node/sqlite-engine.ts";
import { startBridge } from "../../infra/node/start-bridge.ts";
import { StoreFullError } from "../../shared/kernel/errors.ts";
import { HostRunningError } from "../../shared/kernel/ports/host-lock.ts";
import type { Queue } from "../../shared/kernel/ports/queue.ts";
import { defaultTimings } from "../../shared/kernel/timings.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import type { End } from "./support/canonical.ts";
import { type Command, everyStep } from "./support/every-step.ts";
import { threadInPlace } from "./support/thread-in-place.ts";

const passphrase = "a passphrase of the test";
const day = (number: number) => Date.UTC(2026, 0, number);
const secret = Buffer.alloc(32, 7);

/** A data directory with content in the store, and a secret that its key opens. */
async function used(root: string): Promise<void> {
  const engine = openStoreEngine(join(root, "data"));
  const sealed = Buffer.from(await engine.keys.wrap(secret, "instance#acme")).toString("base64");
  await engine.table("feeds").put([{ item: { pk: "acme", sk: "feed", sealed } }]);
  await engine.queue("deliver").send([{ body: "{}" }]);
  engine.close();
}

/** A store's content, and whether its key is the right one. */
async function said(dataDir: string): Promise<End> {
  const engine = openStoreEngine(dataDir);
  try {
    const item = await engine.table("feeds").get({ pk: "acme", sk: "feed" });
    const sealed = Buffer.from(z.string().parse(item?.["sealed"]), "base64");
    const opened = Buffer.from(await engine.keys.unwrap(sealed, "instance#acme"));
    const { ready, inFlight } = await engine.queue("deliver").depth();
    return [`opens ${opened.equals(secret)}`, `deliver has ${ready} ready and ${inFlight} in flight`];
  } finally {
    engine.close();
  }
}

/** All names below a directory, except SQLite's own files. */
const names = (root: string): End =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => !/-(wal|shm)$|host\.lock/.test(name))
    .toSorted();

/** A backup in the state in which it is found. */
async function restored(from: string): Promise<End> {
  const dataDir = `${from}.opened`;
  mkdirSync(dataDir, { mode: 0o700 });
  try {
    await restore(from, dataDir, passphrase);
    return (await said(dataDir)).map((line) => `${basename(from)} ${line}`);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function allRestored(directory: string): Promise<End> {
  const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".backup")) : [];
  const found: string[] = [];
  for (const name of files) found.push(...(await restored(join(directory, name))));
  return found;
}

const withoutWork = (queue: Queue): Queue => ({
  send: (messages) => queue.send(messages),
  receive: async () => [],
  acknowledge: (messages) => queue.acknowledge(messages),
  release: (messages, afterMs) => queue.release(messages, afterMs),
  releaseInFlight: () => queue.releaseInFlight(),
  hasReady: (many) => queue.hasReady(many),
  nextReadyAt: () => queue.nextReadyAt(),
  depth: () => queue.depth(),
  redrive: () => queue.redrive(),
  readySince: () => queue.readySince(),
  deadSince: () => queue.deadSince(),
});

/** A bridge without work: only its start and stop do something. */
const start = (root: string, tryRoom?: () => Promise<void>) =>
  startBridge({
    ...{ partnerUrl: "http://127.0.0.1:1", dataDir: join(root, "data"), port: 0, allowInsecureEndpoints: true },
    ...{ timings: defaultTimings, logger: new SilentLogger() },
    engineFor: (engine) => ({
      ...engine,
      queue: (name) => withoutWork(engine.queue(name)),
      storage: tryRoom === undefined ? engine.storage : { ...engine.storage, tryRoom },
    }),
  });

const startAndStop = async (root: string) => {
  const bridge = await start(root);
  await bridge.stop();
};

const rotation = (root: string) => ({ directory: join(root, "backups"), keep: 2 });

const commands: readonly Command[] = [
  {
    name: "start for the first time, and stop",
    prepare: async () => undefined,
    act: startAndStop,
    end: async (root) => names(root),
  },
  {
    name: "back up",
    prepare: used,
    act: (root) => backUp(join(root, "data"), join(root, "backups/one.backup"), passphrase),
    always: async (root) => {
      await allRestored(join(root, "backups"));
    },
    end: async (root) => [
      ...names(root),
      ...(await allRestored(join(root, "backups"))),
      ...(await said(join(root, "data"))),
    ],
  },
  {
    name: "back up and delete the oldest",
    prepare: async (root) => {
      await used(root);
      for (const number of [1, 2]) await backUpAndRotate(join(root, "data"), rotation(root), passphrase, day(number));
    },
    act: async (root) => {
      await backUpAndRotate(join(root, "data"), rotation(root), passphrase, day(3));
    },
    // The next one is made a day later.
    again: async (root) => {
      await backUpAndRotate(join(root, "data"), rotation(root), passphrase, day(4));
    },
    always: async (root) => {
      expect((await allRestored(join(root, "backups"))).length).toBeGreaterThanOrEqual(4);
    },
    end: async (root) => [
      ...names(root).map((name) => name.replace(/feedhook-\d+T/, "feedhook-*T")),
      ...(await allRestored(join(root, "backups"))).map((line) => line.replace(/feedhook-\d+T/, "feedhook-*T")),
    ],
  },
  {
    name: "restore",
    prepare: async (root) => {
      await used(root);
      await backUp(join(root, "data"), join(root, "one.backup"), passphrase);
    },
    act: (root) => restore(join(root, "one.backup"), join(root, "new"), passphrase),
    end: async (root) => [...names(root), ...(await said(join(root, "new")))],
  },
  {
    name: "export",
    prepare: used,
    act: (root) => exportStore(join(root, "data"), join(root, "one.export"), passphrase, day(1)),
    // A bridge that may be imported elsewhere isn't started again here.
    always: async (root) => {
      if (existsSync(join(root, "one.export")))
        expect(() => {
          requireNotExported(join(root, "data"));
        }).toThrow("was exported");
    },
    end: async (root) => [...names(root), ...(await restored(join(root, "one.export")))],
  },
];

const realThreads = threadInPlace();
afterAll(realThreads);

test("a start beside a running host leaves that host's in-flight work alone", async () => {
  const root = mkdtempSync(join(tmpdir(), "feedhook-beside-"));
  await used(root);
  const other = openStoreEngine(join(root, "data"));
  const lock = await other.lockHost();
  await other.queue("deliver").receive(1);
  await expect(start(root)).rejects.toBeInstanceOf(HostRunningError);
  expect(await other.queue("deliver").depth()).toMatchObject({ ready: 0, inFlight: 1 });
  await lock.release();
  other.close();
  rmSync(root, { recursive: true });
});

test("a start on a full disk leaves nothing running", async () => {
  const root = mkdtempSync(join(tmpdir(), "feedhook-full-"));
  await expect(start(root, () => Promise.reject(new StoreFullError("full")))).rejects.toBeInstanceOf(StoreFullError);
  await startAndStop(root);
  rmSync(root, { recursive: true });
});

describe("commands of one machine", () => {
  const lines: string[] = [];
  afterAll(() => {
    process.stdout.write(`${lines.join("\n")}\n`);
  });
  test.each(commands)("$name: ends the same whichever step fails", async (command) => {
    const { points, steps } = await everyStep(command);
    lines.push(`faults: ${command.name}: ${points} points of single faults (${steps} steps)`);
  });
});
