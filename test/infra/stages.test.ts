import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readStage } from "../../infra/aws/read-options.ts";
import { productionContext } from "./support/deployment.ts";

const folder = mkdtempSync(join(tmpdir(), "feedhook-stages-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const pinned = { ...productionContext, account: "123456789012", region: "eu-north-1" };
const fileOf = (content: unknown) => {
  const file = join(folder, "stage.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};
const read = (content: unknown, context: object = {}) => readStage({ stageFile: fileOf(content), ...context });

describe("the file of a stage", () => {
  test("holds the options of a deployment, with its account and region", () => {
    expect(read({ ...pinned, canary: false })).toMatchObject({
      stage: "prod",
      account: "123456789012",
      region: "eu-north-1",
      canary: false,
    });
  });

  test("is found by the stage's name, and synthesis uses dev's by default", () => {
    expect(readStage({ stage: "dev" })).toMatchObject({ stage: "dev", partnerUrl: "https://partner.example.com" });
    expect(readStage({})).toMatchObject({ stage: "dev" });
  });

  test.each(["account", "region"])("pins the %s", (key) => {
    expect(() => read({ ...pinned, [key]: undefined })).toThrow(
      "account and region are required, so that prod is never deployed elsewhere",
    );
  });

  test("allows no option beside it, because one that is forgotten next time would remove something", () => {
    expect(() => read(pinned, { domainName: "hooks.acme.test", alarmEmail: "a@acme.test" })).toThrow(
      /Options belong in .*stage\.json, not on the command line or in cdk\.json: move domainName, alarmEmail there/,
    );
    // The CDK's own keys, and what its lookups remember, are no options.
    expect(read(pinned, { "@aws-cdk/core:x": true, "cli-telemetry": false }).stage).toBe("prod");
  });

  test("lets the command line turn gradual deployments off, for a fix that ships while an alarm is in ALARM", () => {
    expect(read(pinned)).toMatchObject({ gradualDeployments: true });
    expect(read(pinned, { gradualDeployments: "false" })).toMatchObject({ gradualDeployments: false });
    expect(() => read(pinned, { gradualDeployments: "perhaps" })).toThrow("gradualDeployments: must be true or false");
  });

  test("is reported by path if it has a fault, without repeating a value", () => {
    const secret = "fh_operator_secret";
    const wrong = () => read({ ...pinned, operatorKeyHash: secret });
    expect(wrong).toThrow(/The options in .*stage\.json are incomplete or wrong:\n {2}operatorKeyHash: must be 64/);
    expect(wrong).toThrow(expect.objectContaining({ message: expect.not.stringContaining(secret) }));
  });

  test.each([
    ["{", "can't be read as JSON"],
    ["[]", "doesn't contain a JSON object of options"],
  ])("that says %s is refused: it %s", (content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  test("is named if it doesn't exist", () => {
    expect(() => readStage({ stage: "nowhere" })).toThrow("There is no infra/aws/stages/nowhere.json");
    expect(() => readStage({ stage: "../dev" })).toThrow("../dev isn't a valid stage name");
  });
});
