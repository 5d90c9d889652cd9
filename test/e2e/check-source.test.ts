import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSource } from "../../infra/cli/doctor/check-source.ts";
import { type RunningSandbox, startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { folderOfFile } from "../support/temporary-folder.ts";

let source: RunningSandbox;
const home = folderOfFile();
beforeAll(async () => {
  source = await startSandbox({ seed: 7 });
});
afterAll(() => source.close());

function pairOfSource() {
  const [{ name, clientId, clientSecret }] = source.instances as [(typeof source.instances)[0]];
  return { name, clientId, clientSecret };
}

async function credentialOf(instance: object, env = {}) {
  const config = join(home, "feedhook.json");
  writeFileSync(config, JSON.stringify({ partnerUrl: source.url, instances: [instance] }));
  const found = await checkSource(config, env);
  return found.filter(({ check }) => check.startsWith("credential"));
}

test("doctor reports an unknown instance as unknown, not as refused credentials", async () => {
  const pair = pairOfSource();
  expect(await credentialOf({ ...pair, name: "acmee" })).toEqual([
    {
      check: "credential, acmee",
      isFine: false,
      text: "The source has no instance with this name. Use the name in the URL that the instance's users open.",
    },
  ]);
});

test("doctor reads a secret where the bridge does: in a file or the environment", async () => {
  const { clientSecret, ...pair } = pairOfSource();
  const file = join(home, "secret");
  writeFileSync(file, `${clientSecret}\n`);
  const [inFile] = await credentialOf({ ...pair, clientSecretFile: file });
  const [inVariable] = await credentialOf(pair, { FEEDHOOK_CLIENT_SECRET_ACME: clientSecret });
  // The sandbox's pair may write, and Feedhook never does.
  const warning = { isFine: true, isWarning: true, text: expect.stringContaining("but they can also write") };
  expect([inFile, inVariable]).toMatchObject([warning, warning]);
  await expect(credentialOf(pair)).rejects.toThrow("FEEDHOOK_CLIENT_SECRET_ACME");
});

test("doctor names each reason for a refusal once", async () => {
  const pair = pairOfSource();
  const found = await credentialOf({ ...pair, clientSecret: "a-wrong-secret" });
  expect(found).toMatchObject([{ isFine: false, text: expect.stringContaining("(invalid_client)") }]);
  expect(found[0]?.text.match(/invalid_client/g)).toHaveLength(1);
});

test("doctor tests each kind of list, as `instances test` does", async () => {
  const found = await credentialOf(pairOfSource());
  expect(found.map(({ isFine }) => isFine)).toEqual(found.map(() => true));
  expect(found.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^All tested lists can be read\./));
});
