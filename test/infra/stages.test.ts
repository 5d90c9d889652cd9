import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readStage } from "../../infra/aws/stages/read-stage.ts";
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
  test("holds the options of a deployment, with the account and region that it lives in", () => {
    expect(read({ ...pinned, canary: false })).toMatchObject({
      stage: "prod",
      account: "123456789012",
      region: "eu-north-1",
      canary: false,
    });
  });

  test("is found by the name of the stage, and dev's is what synthesis works with before anything was chosen", () => {
    expect(readStage({ stage: "dev" })).toMatchObject({ stage: "dev", partnerUrl: "https://partner.example.com" });
    expect(readStage({})).toMatchObject({ stage: "dev" });
  });

  test.each(["account", "region"])("pins the %s", (key) => {
    expect(() => read({ ...pinned, [key]: undefined })).toThrow(
      "account and region are required, so that prod is never deployed elsewhere",
    );
  });

  test("allows no option beside it: one that is forgotten the next time would take something away", () => {
    expect(() => read(pinned, { domainName: "hooks.acme.test", alarmEmail: "a@acme.test" })).toThrow(
      /Options belong in .*stage\.json, not on the command line or in cdk\.json: move domainName, alarmEmail there/,
    );
    // CDK's own keys, and what its look-ups remember, are no options.
    expect(read(pinned, { "@aws-cdk/core:x": true, "cli-telemetry": false }).stage).toBe("prod");
  });

  test("lets the command line turn gradual deployments off, for the fix that goes out while an alarm is in ALARM", () => {
    expect(read(pinned)).toMatchObject({ gradualDeployments: true });
    expect(read(pinned, { gradualDeployments: "false" })).toMatchObject({ gradualDeployments: false });
    expect(() => read(pinned, { gradualDeployments: "perhaps" })).toThrow("gradualDeployments: true or false");
  });

  test("a fault in it is reported by its path, and no value is repeated", () => {
    const secret = "fh_operator_secret";
    const wrong = () => read({ ...pinned, operatorKeyHash: secret });
    expect(wrong).toThrow(/The options in .*stage\.json are incomplete or wrong:\n {2}operatorKeyHash: 64/);
    expect(wrong).toThrow(expect.objectContaining({ message: expect.not.stringContaining(secret) }));
  });

  test.each([
    ["{", "can't be read as JSON"],
    ["[]", "doesn't contain a JSON object of options"],
  ])("that says %s is refused: it %s", (content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  test("that doesn't exist is named", () => {
    expect(() => readStage({ stage: "nowhere" })).toThrow("There is no infra/aws/stages/nowhere.json");
    expect(() => readStage({ stage: "../dev" })).toThrow("../dev isn't a valid stage name");
  });
});
