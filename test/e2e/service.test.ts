import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiOf, endedWithTest } from "./support/test-scope.ts";

const key = "338b6209476f2248bb81caff3aa157ffb55e7c87e50a166c6edb5f28d52b3f89";

function start(...argv: readonly string[]): StartProgram {
  return endedWithTest(StartProgram.node("--port", "0", "--operator-key", key, ...argv));
}

test("an unreachable source is named within one poll, and the bridge reports that it isn't ready", async () => {
  const credential = ["--instance", "acme", "--client-id", "id", "--client-secret", "secret"];
  const argv = ["--partner-url", "http://127.0.0.1:9", "--tick", "200", "--data-dir", temporaryFolder(), ...credential];
  const program = start(...argv);
  const asked =
    "asked=POST http://127.0.0.1:9/acme/auth/api/v1/token fault=nothing is listening at the source's address (ECONNREFUSED)";
  await program.prints(/source\.unreachable +instance=acme since=\S+ asked=.* nextTry=\S+/g, 60_000);
  expect(program.output).toContain(asked);
  const status = await (await apiOf(program, key))("GET", "/v1/status");
  const fault = "nothing is listening at the source's address (ECONNREFUSED)";
  expect(status).toMatchObject({ instances: [{ health: "source_unreachable", unreachable: { fault } }] });
  expect(status).toMatchObject({ needsAttention: [{ kind: "source_unreachable", instance: "acme" }] });
  const { feeds } = (status as { instances: [{ feeds: { [name: string]: object } }] }).instances[0];
  for (const feed of Object.values(feeds)) expect(feed).not.toHaveProperty("lastPoll");
  const [, url = ""] = /^API +(http:\S+)\/v1$/m.exec(program.output) ?? [];
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text();
  expect(metrics).toContain('feedhook_source_unreachable{instance="acme"} 1\n');
  expect(metrics).toMatch(/^feedhook_schedule_requests_granted_total\{instance="acme"\} [1-9]/m);
  expect(metrics).toMatch(/^feedhook_store_bytes [1-9]/m);
  expect(await program.interrupt()).toBe(0);
});

test("the operator's key is printed when it is created and never again: later starts name its file", async () => {
  const dataDir = temporaryFolder();
  const argv = ["--port", "0", "--partner-url", "http://127.0.0.1:9", "--data-dir", dataDir];
  const run = async (...more: string[]) => {
    const program = endedWithTest(StartProgram.node(...argv, ...more));
    await program.prints(/bridge\.no_instances/g, 60_000);
    expect(await program.interrupt()).toBe(0);
    return program.output;
  };
  const first = await run();
  const made = readFileSync(join(dataDir, "operator-key"), "utf8").trim();
  expect(first).toContain(`Operator key   ${made}`);
  const second = await run();
  expect(second).not.toContain(made);
  expect(second).toContain(`Operator key   in ${join(dataDir, "operator-key")}`);
  rmSync(join(dataDir, "operator-key"));
  const third = await run("--log", "json");
  expect(third).not.toContain(readFileSync(join(dataDir, "operator-key"), "utf8").trim());
  expect(third).toContain(`"operatorKeyFile":"${join(dataDir, "operator-key")}"`);
});

test("if the system allows too few open files, the start fails with one sentence and leaves nothing behind", async () => {
  const dataDir = join(temporaryFolder(), "data");
  for (const limit of [28, 40, 100]) {
    const argv = ["--port", "0", "--partner-url", "http://127.0.0.1:9", "--data-dir", dataDir];
    const program = endedWithTest(StartProgram.after(`ulimit -n ${limit}`, ...argv));
    expect(await program.ended).toBe(1);
    expect(program.output).toMatch(
      /^feedhook: this process can open \d+ more files, but needs at least 96, .* raise its limit \(ulimit -n 4096.*\n$/,
    );
    expect(existsSync(dataDir)).toBe(false);
  }
});

test("with log: json every output line is JSON, from a refused start to the end", async () => {
  const lines = (program: StartProgram) =>
    program.output
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { event: string }).event);
  const running = endedWithTest(StartProgram.node("--port", "0", "--log", "json"));
  await running.prints(/"event":"demo\.webhook"/g, 60_000);
  expect(await running.interrupt()).toBe(0);
  expect(lines(running)).toEqual(expect.arrayContaining(["bridge.started", "demo.webhook", "bridge.stopped"]));
  const wrong = endedWithTest(StartProgram.node("--log", "json", "--prot", "0"));
  expect(await wrong.ended).toBe(1);
  expect(lines(wrong)).toEqual(["bridge.failed"]);
});

const isLinux = process.platform === "linux";

test.runIf(isLinux)(
  `the API has a lower priority than deliveries, whatever theirs is${isLinux ? "" : " (on Linux)"}`,
  async () => {
    const argv = ["--port", "0", "--partner-url", "http://127.0.0.1:9", "--data-dir", temporaryFolder()];
    const program = endedWithTest(StartProgram.after("renice -n 10 $$ > /dev/null", ...argv));
    await program.prints(/bridge\.no_instances/g, 60_000);
    const threads = `/proc/${program.pid}/task`;
    // The 19th field of a thread, of which the second may contain spaces.
    const niceOf = (thread: string) =>
      readFileSync(`${threads}/${thread}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")[16];
    expect(new Set(readdirSync(threads).map(niceOf))).toEqual(new Set(["10", "15"]));
    expect(await program.interrupt()).toBe(0);
  },
);
