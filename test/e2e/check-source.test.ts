import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSource } from "../../infra/cli/doctor/check-source.ts";
import { type RunningSandbox, startSandbox } from "../../infra/sandbox/start-sandbox.ts";

let source: RunningSandbox;
let home: string;
beforeAll(async () => {
  source = await startSandbox({ seed: 7 });
  home = mkdtempSync(join(tmpdir(), "feedhook-doctor-"));
});
afterAll(async () => {
  rmSync(home, { recursive: true });
  await source.close();
});

async function credentialOf(instance: object) {
  const config = join(home, "feedhook.json");
  writeFileSync(config, JSON.stringify({ partnerUrl: source.url, instances: [instance] }));
  const found = await checkSource(config);
  return found.filter(({ check }) => check.startsWith("credential"));
}

test("doctor says that the source doesn't know an instance, instead of that it refuses its credentials", async () => {
  const [pair] = source.instances;
  expect(await credentialOf({ ...pair, name: "acmee" })).toEqual([
    {
      check: "credential, acmee",
      isFine: false,
      text: "the source knows no instance of this name",
      nextStep: "Its name stands in the address that its people use.",
    },
  ]);
});

test("doctor names each reason of a refusal once", async () => {
  const [pair] = source.instances;
  const [found] = await credentialOf({ ...pair, clientSecret: "a-wrong-secret" });
  expect(found?.text).toBe("the source refuses it (invalid_client)");
});
