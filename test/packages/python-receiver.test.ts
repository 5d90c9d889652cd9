import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildPythonReceiver } from "../../infra/packages/python-package.ts";
import { installedComponents } from "../../infra/packages/sbom.ts";
import { signatureOf, signingKey } from "../../shared/delivery/attempt/signature.ts";
import { ReceiverProgram } from "../e2e/support/receiver-program.ts";
import { missingForPython, pythonKitSample } from "../support/python-kit.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import { inputForPython, randomDeliveries, signedDeliveries, throughNpmKit } from "./random-deliveries.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const installed = installedComponents();
const folder = folderOfFile();
const dist = join(folder, "dist");
const wheel = `feedhook_receiver-${version}-py3-none-any.whl`;
const sdist = `feedhook_receiver-${version}.tar.gz`;
beforeAll(() => {
  buildPythonReceiver(dist, version, installed);
});

test("the same sources give the same wheel, source distribution and SBOM", () => {
  const again = join(folder, "again");
  buildPythonReceiver(again, version, installed);
  expect(readdirSync(dist).sort()).toEqual([wheel, sdist, "sbom.cdx.json"].sort());
  for (const name of readdirSync(dist)) {
    expect(readFileSync(join(again, name)).equals(readFileSync(join(dist, name))), name).toBe(true);
  }
  expect(JSON.parse(readFileSync(join(dist, "sbom.cdx.json"), "utf8"))).toMatchObject({
    metadata: { component: { purl: `pkg:pypi/feedhook-receiver@${version}` } },
    components: [],
  });
});

test("a version other than the repository's isn't built", () => {
  expect(() => {
    buildPythonReceiver(dist, "9.9.9", installed);
  }).toThrow("pyproject.toml has version");
});

/** The status for a body that claims this length. None is sent, because the receiver closes the connection at once. */
async function statusForLength(address: string, length: number): Promise<number | undefined> {
  const sent = request(address, { method: "POST", headers: { "content-length": String(length) } });
  sent.flushHeaders();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  sent.on("error", () => undefined).destroy();
  return response.statusCode;
}

const missing = missingForPython();
describe.skipIf(missing !== undefined)(
  `the kit for Python${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    const python = join(folder, "venv/bin/python");
    // `-I` ignores the shell's variables and the current folder, so only the installed package is found.
    const isolated = ["-I", "-B"];
    beforeAll(() => {
      execFileSync("python3", ["-m", "venv", join(folder, "venv")]);
      const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"];
      execFileSync(python, ["-I", ...pip, join(dist, wheel)]);
    });

    const tests = resolve("infra/receiver-python/tests");
    const unittest = ["-W", "error", "-m", "unittest", "discover", "-s", tests];
    const outcomeOf = (argv: readonly string[], env: NodeJS.ProcessEnv) =>
      spawnSync(python, argv, { encoding: "utf8", cwd: folder, env });

    test("passes its tests as an installed wheel, with the files and licence that pip recorded", () => {
      // This environment lacks cryptography, which one test needs.
      expect(outcomeOf([...isolated, ...unittest], {}).stderr).toMatch(/^Ran \d\d tests in [^]*\nOK \(skipped=1\)\n$/m);
      const shown = `
import importlib.metadata as m
d = m.distribution("feedhook-receiver")
print(d.version, d.metadata["License-Expression"], d.requires, sorted(str(f) for f in d.files if f.suffix == ".typed"))`;
      expect(outcomeOf([...isolated, "-c", shown], {}).stdout).toBe(
        `${version} Apache-2.0 ['cryptography>=42; extra == "ed25519"'] ['feedhook_receiver/py.typed']\n`,
      );
    });

    test("passes its tests from the source distribution", () => {
      const unpacked = join(folder, "unpacked");
      execFileSync(python, [...isolated, "-m", "tarfile", "-e", join(dist, sdist), unpacked]);
      const root = join(unpacked, sdist.replace(".tar.gz", ""));
      expect(readdirSync(root)).toEqual(expect.arrayContaining(["LICENSE", "PKG-INFO", "README.md", "pyproject.toml"]));
      expect(outcomeOf(["-B", ...unittest], { PYTHONPATH: root }).stderr).toMatch(/\nOK \(skipped=1\)\n$/);
    });

    const hasNoEd25519 = spawnSync("python3", ["-c", "import cryptography"]).status !== 0;
    test.skipIf(hasNoEd25519)(
      `verifies with public keys${hasNoEd25519 ? " (skipped: the package cryptography isn't installed here)" : ""}`,
      () => {
        const argv = ["-B", "-m", "unittest", "discover", "-s", tests, "-p", "test_vectors.py"];
        const env = { ...process.env, PYTHONPATH: resolve("infra/receiver-python") };
        expect(spawnSync("python3", argv, { encoding: "utf8", env }).stderr).toMatch(/^Ran 2 tests in [^]*\nOK\n$/m);
      },
    );

    test("does the same as the npm kit with any deliveries in any order", async () => {
      const program = join(folder, "deliveries.py");
      cpSync(new URL("./programs/deliveries.py", import.meta.url), program);
      await fc.assert(
        fc.asyncProperty(randomDeliveries, async (random) => {
          const deliveries = signedDeliveries(random, Date.now());
          const input = inputForPython(deliveries, random.options);
          const printed = execFileSync(python, [...isolated, program], { input, encoding: "utf8" });
          const expected = await throughNpmKit(deliveries, random.options);
          expect(JSON.parse(printed)).toEqual(expected);
        }),
        { numRuns: 15 },
      );
    });

    test("is compared over every outcome", async () => {
      const outcomes = new Set<string>();
      // The same deliveries each time, because any 15 may lack an outcome.
      for (const random of fc.sample(randomDeliveries, { numRuns: 60, seed: 1 })) {
        const { receipts } = await throughNpmKit(signedDeliveries(random, Date.now()), random.options);
        for (const [, outcome] of receipts) outcomes.add(outcome);
      }
      expect([...outcomes].sort()).toEqual(
        ["duplicate", "example", "failed", "handled", "refused", "stale", "unreadable"].sort(),
      );
    });

    test("accepts over HTTP what the bridge signs, with the sample on its page", async () => {
      const program = join(folder, "sample.py");
      writeFileSync(program, pythonKitSample());
      const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
      const receiver = new ReceiverProgram(python, [...isolated, program], secret);
      onTestFinished(() => receiver.kill());
      const address = await receiver.url();
      const post = async (id: string, body: string, secrets: readonly string[]) => {
        const timestamp = Math.floor(Date.now() / 1_000);
        const signature = signatureOf(secrets.map(signingKey), { id, timestamp, body: Buffer.from(body) });
        const marks = { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
        return (await fetch(address, { method: "POST", headers: marks, body })).status;
      };
      const another = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
      const body = (id: string) => `{ "id": "${id}", "type": "person.updated", "data": { "name": "Ærøskøbing 😀" } }`;
      expect(await post("evt_1", body("evt_1"), [another, secret])).toBe(204);
      expect(await post("evt_1", body("evt_1"), [secret])).toBe(204);
      expect(await post("evt_2", body("evt_2"), [another])).toBe(401);
      expect(await post("evt_3", "{}", [secret])).toBe(400);
      for (const length of [1_100_000, -1]) expect(await statusForLength(address, length)).toBe(413);
      expect(receiver.handled).toEqual([{ type: "person.updated", id: "evt_1" }]);
    });
  },
);
