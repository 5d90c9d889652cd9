import { once } from "node:events";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary-folder.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiOf, endedWithTest, sandboxForTest, serveForTest, subscriberForTest } from "./support/test-scope.ts";

const key = "857d78ba9dfe9436d3213f9397188918e04d21594c0028ed3dc333b051f43eb7";
const verified = /^✓ .+/gm;
const withoutSource = (dataDir: string, port = "0") => [
  ...["--port", port, "--operator-key", key],
  ...["--partner-url", "http://127.0.0.1:9", "--data-dir", dataDir],
];

function start(...argv: readonly string[]): StartProgram {
  return endedWithTest(StartProgram.node("--port", "0", "--operator-key", key, ...argv));
}

/** The variables of a program that has no compiled code but its own. */
const cachedIn = (folder: string) => ({ XDG_CACHE_HOME: folder, NODE_COMPILE_CACHE: "" });

test("the demo delivers a verified webhook within a minute, ends cleanly on Ctrl-C, and keeps its compiled code in the user's cache", async () => {
  // Other programs that run meanwhile put theirs elsewhere.
  const [temporary, cache] = [temporaryFolder(), temporaryFolder()];
  const variables = { TMPDIR: temporary, TEMP: temporary, ...cachedIn(cache) };
  const program = endedWithTest(StartProgram.within(variables, "--port", "0", "--operator-key", key));
  await program.prints(verified, 60_000);
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^feedhook-\w{6}$/)]);
  expect(program.output).toMatch(/^Portal +http:\/\/127\.0\.0\.1:\d+\/portal#key=/m);
  expect(await program.interrupt()).toBe(0);
  // Deliveries in flight at Ctrl-C still arrive. On a busy machine, the sandbox is slow.
  expect(program.output).toMatch(/\nStopping…\n((✓|[\d:.]+ ! source\.slow) .+\n)*Stopped\.\n$/);
  expect(readdirSync(temporary)).toEqual([]);
  // The background thread has a folder of its own.
  const compiled = join(cache, "feedhook", "compiled");
  const files = readdirSync(compiled).map((thread) => readdirSync(join(compiled, thread)).length);
  expect(Math.min(...files)).toBeGreaterThan(500);
  expect(files).toHaveLength(2);
});

test("a program that can't keep its compiled code runs without it", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const program = endedWithTest(StartProgram.within(cachedIn(file), ...withoutSource(temporaryFolder())));
  await apiOf(program, key);
  expect(await program.interrupt()).toBe(0);
});

test("a demo with a data directory continues after a restart, and each change keeps its one sequence number", async () => {
  const dataDir = temporaryFolder();
  const first = start("--data-dir", dataDir);
  await first.prints(verified, 60_000, 5);
  const eventsOf = async (program: StartProgram) => {
    const api = await apiOf(program, key);
    const path = "/v1/events?instance=acme&order=newest&limit=200&until=9999-12-31T00:00:00Z";
    return (await api<{ items: Envelope[] }>("GET", path)).items.filter(({ type }) => !type.startsWith("bridge."));
  };
  const before = await eventsOf(first);
  expect(await first.interrupt()).toBe(0);
  expect(existsSync(join(dataDir, "feedhook.db"))).toBe(true);

  const second = start("--data-dir", dataDir);
  await second.prints(verified, 60_000, 5);
  const after = await eventsOf(second);
  const api = await apiOf(second, key);
  expect((await api<{ items: unknown[] }>("GET", "/v1/subscriptions")).items).toHaveLength(1);

  // Nothing known is published again: neither as another event nor as another first sighting.
  const ids = new Set(after.map(({ id }) => id));
  expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
  const changes = after.map(({ type, subject }) => `${type} ${subject.id} ${subject.seq} ${subject.part}`);
  expect(new Set(changes).size).toBe(changes.length);
  const created = after.filter(({ type }) => type.endsWith(".created")).map(({ subject }) => subject.id);
  expect(new Set(created).size).toBe(created.length);
  // Each record's sequence has no gap, so no change was lost between mirror and event.
  for (const events of Map.groupBy(after, ({ subject }) => `${subject.type} ${subject.id}`).values()) {
    const seqs = [...new Set(events.map(({ subject }) => subject.seq))].sort((one, other) => one - other);
    expect(seqs.at(-1)! - seqs[0]!).toBe(seqs.length - 1);
  }
  expect(await second.interrupt()).toBe(0);
});

test("a wrong client secret parks the instance immediately, says so, and is never printed", async () => {
  const source = await sandboxForTest({ seed: 7 });
  const credential = ["--instance", "acme", "--client-id", "sandbox-acme", "--client-secret", "-wrong-secret"];
  const program = start("--partner-url", source.url, "--data-dir", temporaryFolder(), ...credential);
  await program.prints(/instance\.parked +instance=acme reason=invalid_client/g, 60_000);
  const status = await (await apiOf(program, key))("GET", "/v1/status");
  expect(status).toMatchObject({ instances: [{ name: "acme", status: "parked", parkedReason: "invalid_client" }] });
  expect(await program.interrupt()).toBe(0);
  expect(program.output).not.toContain("-wrong-secret");
});

test("a room from the config file is read, a missing room holds up nothing, and a subscriber that was down gets what it missed", async () => {
  const source = await sandboxForTest({ seed: 7 });
  const client = await source.client();
  const { items } = await client.get("/person?limit=1");
  const byHand = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json" };
    const url = `${source.url}/__sandbox/${source.name}${path}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.status === 204 ? {} : ((await answer.json()) as { id?: string });
  };
  const person = items[0]?.id ?? "";
  const { id: room = "" } = await byHand("/rooms", { ownerPersonId: person });

  const config = join(temporaryFolder(), "feedhook.json");
  const instance = { name: source.name, ...source.credentials, requestsPerSecond: 500, rooms: [room, "n0Such"] };
  const timings = {
    ...{ timelinePeriod: 500, roomPeriod: 500, ownerPeriod: 500, dormantPeriod: 500 },
    messageRetries: [500, 500, 500],
    backlogRetries: [1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
    // Whether so few failures open the endpoint depends on how many came before it was up.
    endpointProbes: [1_000],
  };
  writeFileSync(config, JSON.stringify({ partnerUrl: source.url, instances: [instance], tick: 200, timings }));
  const program = start("--config", config, "--data-dir", temporaryFolder(), "--allow-insecure-endpoints");
  const api = await apiOf(program, key);
  let isDown = true;
  const subscriber = await subscriberForTest(() => isDown);
  const subscription = { url: subscriber.url, eventTypes: ["document_change.*"] };
  const { id, secret } = await api<{ id: string; secret: string }>("POST", "/v1/subscriptions", subscription);
  subscriber.trust(secret);
  type Status = { instances: { baselineDone: boolean; feeds: { rooms: { status: string } } }[] };
  const status = async () => (await api<Status>("GET", "/v1/status")).instances[0];
  await expect
    .poll(status, { timeout: 60_000 })
    .toMatchObject({ baselineDone: true, feeds: { rooms: { status: "parked" } } });

  // A room shows others' documents: a pointer in it shows what happens to the document itself.
  const owner = { entityType: "Person", entityId: person };
  const folder = await client.post("/document/folder", { ...owner, name: "Minutes" });
  const document = await client.upload("POST", "/document", "minutes.txt", "text", { ...owner, folderId: folder.id });
  await byHand(`/documents/${document.id}/shortcuts`, { entityType: "Room", entityId: room });
  await client.patch(`/document/${document.id}`, { name: "renamed.txt" });
  await expect.poll(() => subscriber.refused, { timeout: 60_000 }).toBeGreaterThan(2);
  isDown = false;
  const renamed = () =>
    [...subscriber.distinct.values()]
      .filter(({ event: { data } }) => data?.["changedField"] === "FILE_NAME")
      .map(({ event }) => event.owner?.type)
      .sort();
  await expect.poll(renamed, { timeout: 60_000 }).toEqual(["Person", "Room"]);
  expect(subscriber.unverified).toEqual([]);
  const states = async () => {
    const { items: rows } = await api<{ items: { state: string }[] }>("GET", `/v1/subscriptions/${id}/deliveries`);
    return new Set(rows.map(({ state }) => state));
  };
  await expect.poll(states, { timeout: 60_000 }).toEqual(new Set(["delivered"]));
  expect(await program.interrupt()).toBe(0);
});

test("a taken port or data directory ends the start with a sentence", async () => {
  const { port } = new URL(await serveForTest(() => undefined));
  const blocked = start("--port", port);
  expect(await blocked.ended).toBe(1);
  expect(blocked.output).toBe(
    `feedhook: port ${port} is in use: stop the program that listens there, or choose another port with --port\n`,
  );

  const dataDir = temporaryFolder();
  const running = start("--partner-url", "http://127.0.0.1:9", "--data-dir", dataDir);
  await apiOf(running, key);
  const twin = start("--partner-url", "http://127.0.0.1:9", "--data-dir", dataDir);
  expect(await twin.ended).toBe(1);
  expect(twin.output).toMatch(/^feedhook: another host runs on /);
  expect(await running.interrupt()).toBe(0);
});

describe("a signal ends the program cleanly and frees its port and its data directory", () => {
  const dataDir = folderOfFile();
  // Each program takes the port and the directory of the one before it.
  let port = "0";
  const listening = async (program: StartProgram) => {
    await apiOf(program, key);
    [, port = ""] = /^API +http:\/\/127\.0\.0\.1:(\d+)/m.exec(program.output) ?? [];
  };
  test.each([
    ["SIGTERM to node", "node", "SIGTERM", "process"],
    ["SIGTERM to npm", "npm", "SIGTERM", "process"],
    ["SIGINT to npm", "npm", "SIGINT", "process"],
    // What a terminal does at Ctrl-C and a service manager when it stops: npm passes on what node already got.
    ["SIGINT to npm and node together", "npm", "SIGINT", "group"],
    ["SIGTERM to npm and node together", "npm", "SIGTERM", "group"],
    // npm ends without passing it on, which the program notices.
    ["SIGHUP to npm", "npm", "SIGHUP", "process"],
    // This is what happens when a terminal is closed.
    ["SIGHUP to npm and node together", "npm", "SIGHUP", "group"],
  ] as const)("%s", async (_, by, signal, to) => {
    const program = endedWithTest(StartProgram[by](...withoutSource(dataDir, port)));
    await listening(program);
    expect(await program.signal(signal, to)).toBe(signal === "SIGHUP" ? signal : 0);
    expect(program.output).toMatch(/\nStopping…\n(?:\S+ {3}\S.*\n)*Stopped\.\n$/);
  });

  test("even with an open idle connection", async () => {
    const program = endedWithTest(StartProgram.node(...withoutSource(dataDir, port)));
    await listening(program);
    const silent = connect(Number(port), "127.0.0.1");
    onTestFinished(() => void silent.destroy());
    await once(silent, "connect");
    silent.on("error", () => undefined);
    expect(await program.signal("SIGTERM")).toBe(0);
    const successor = endedWithTest(StartProgram.node(...withoutSource(dataDir, port)));
    await listening(successor);
    expect(await successor.interrupt()).toBe(0);
  });
});

describe("an unusable data directory ends the start with one sentence and no stack:", () => {
  const used = folderOfFile();
  beforeAll(async () => {
    const program = StartProgram.node(...withoutSource(used));
    await apiOf(program, key);
    expect(await program.interrupt()).toBe(0);
  });

  test.each<[string, (dataDir: string) => void, RegExp]>([
    [
      "a file in its place",
      (dataDir) => {
        rmSync(dataDir, { recursive: true });
        writeFileSync(dataDir, "mine");
      },
      /the data directory .* is a file.*another directory with --data-dir/,
    ],
    [
      "a directory that this user can't write",
      (dataDir) => {
        chmodSync(dataDir, 0o555);
      },
      /can't be written \(EACCES\): give it to the user that runs Feedhook/,
    ],
    [
      "a store of a newer version",
      (dataDir) => {
        const store = new DatabaseSync(join(dataDir, "feedhook.db"));
        store.exec("PRAGMA user_version = 99");
        store.close();
      },
      /was written by a newer version of Feedhook .* run that version/,
    ],
    [
      "a store whose key file is missing",
      (dataDir) => {
        rmSync(join(dataDir, "key"));
      },
      /the key file .*key is missing, .*: restore the key file from a backup/,
    ],
  ])("%s", async (what, spoil, sentence) => {
    const dataDir = join(temporaryFolder(), "data");
    cpSync(used, dataDir, { recursive: true });
    spoil(dataDir);
    // Root ignores the mode, so another user must try.
    const user = what.includes("this user") && process.getuid?.() === 0 ? 65_534 : undefined;
    const content = () => (statSync(dataDir).isFile() ? readFileSync(dataDir, "utf8") : readdirSync(dataDir));
    const before = content();
    const program = endedWithTest(StartProgram.as(user, ...withoutSource(dataDir)));
    expect(await program.ended).toBe(1);
    expect(program.output).toMatch(/^feedhook: [^\n]+\n$/);
    expect(program.output).toMatch(sentence);
    expect(content()).toEqual(before);
  });
});
