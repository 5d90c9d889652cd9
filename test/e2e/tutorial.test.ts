import { randomInt } from "node:crypto";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AnyProgram } from "../support/program.ts";
import { folderOfFile } from "../support/temporary-folder.ts";

const tutorial = readFileSync(new URL("../../docs/tutorial.md", import.meta.url), "utf8");

/** A clone with everything installed. */
const clone = folderOfFile();
for (const name of ["package.json", "node_modules", "infra", "functions", "shared"]) {
  symlinkSync(resolve(name), join(clone, name));
}

/** A port on which nothing listens. It is below the ephemeral range, so that no other program takes it first. */
async function freePort(): Promise<string> {
  const port = randomInt(10_000, 32_768);
  const server = createServer();
  const isFree = await new Promise<boolean>((done) => {
    server.once("error", () => {
      done(false);
    });
    server.listen(port, "127.0.0.1", () => {
      done(true);
    });
  });
  if (!isFree) return freePort();
  await new Promise((done) => server.close(done));
  return String(port);
}
const ports = { "4400": await freePort(), "3000": await freePort() };
const withPorts = (text: string) => text.replaceAll(/\b(?:4400|3000)\b/g, (port) => ports[port as keyof typeof ports]);

/** The commands of one block of the page, in a shell that knows the earlier exports of its terminal. */
class Block extends AnyProgram {
  constructor(commands: string) {
    const { PATH, HOME } = process.env;
    super("bash", ["-euc", commands], { cwd: clone, env: { PATH, HOME }, detached: true });
    onTestFinished(() => this.kill());
  }
}

const exported = new Map<string, string[]>();
const blocks = [...tutorial.matchAll(/```sh\n# Terminal (\d)\n([^]*?)```/g)].map(([, terminal = "", text = ""]) => {
  // These are the test's own addresses.
  const commands = withPorts(text).replaceAll(/^(?:git clone|npm ci).*$/gm, "");
  const before = exported.get(terminal) ?? [];
  exported.set(terminal, [...before, ...(commands.match(/^export .*$/gm) ?? [])]);
  // A file that an earlier block hasn't written doesn't exist yet, so order matters.
  return { commands, before };
});
const next = () => {
  const { commands, before } = blocks.shift()!;
  return new Block([...before, commands].join("\n"));
};

test("every command of the tutorial does what the page says", async () => {
  expect(tutorial.match(/```sh\n/g)).toHaveLength(blocks.length);
  const [, code = ""] = /```js\n([^]*?)```/.exec(tutorial) ?? [];
  writeFileSync(join(clone, "my-receiver.mjs"), withPorts(code));

  const bridge = next();
  await bridge.prints(/^✓ .+/m);
  const first = next();
  await first.prints(/Waiting for webhooks/);

  const listen = next();
  await listen.prints(/^\S+ {2}204 /m);
  await first.prints(/verified: \w+\.\w+/);
  await listen.interrupt();
  expect(listen.output).toContain("Deleted the subscription.");
  const filtered = next();
  await filtered.prints(/^\S+ {2}204 .*person\.updated/m);
  await filtered.interrupt();
  expect(filtered.output).not.toMatch(/204 .*(?:company|project|activity|document)\./);

  expect(await next().ended).toBe(0);
  await first.prints(/refused: No matching signature found/);
  const failing = next();
  expect(await failing.ended).toBe(0);
  expect(failing.output).toMatch(/^\w+ +evt_\w+ .*401 /m);
  await first.interrupt();
  const second = next();
  await second.prints(/Waiting for webhooks/);
  const ping = next();
  expect([await ping.ended, ping.output]).toEqual([0, expect.stringMatching(/^delivered: 204 /)]);
  await second.prints(/verified: /);

  const replay = next();
  expect([await replay.ended, replay.output]).toEqual([0, expect.stringMatching(/deliver(y|ies) would be sent/)]);
  expect(replay.output).toMatch(/: Completed, [1-9]\d* deliver(y|ies) sent/);
  expect(replay.output).toMatch(/^Delivered +evt_/m);
  expect(replay.output).toMatch(/^Deleted /m);
  expect(second.output).not.toContain("refused");
  await second.interrupt();
  await bridge.interrupt();
  expect(bridge.output).toContain("Stopped.");
  expect(blocks).toEqual([]);
});
