import { App, Stack, Validations } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, test } from "vitest";
import {
  appOf,
  everyOption,
  keyA,
  mailing,
  pinned,
  productionContext,
  restoredStreamArn,
} from "./support/deployment.ts";

test.each([
  ["stage dev", { stage: "dev" }],
  ["stage prod", {}],
  ["stage prod in its account and region", pinned],
  ["stage prod with all options", everyOption],
  [
    "stage prod while its tables are replaced",
    {
      ...{ ...pinned, restoredStreamArn, restoredTables: { mirror: "feedhook-prod-mirror-1" } },
      formerTables: { mirror: "feedhook-prod-mirror-made" },
    },
  ],
  ["stage prod in its account and region, with alerts by email", { ...pinned, ...mailing }],
  ["stage prod with a key of yours", { encryptWithKey: true, keyArn: keyA }],
])("%s passes AWS's solution rules, or says why not", (_, context) => {
  const app = appOf({ ...productionContext, ...context });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(() => app.synth()).not.toThrow();
});

test("an open bucket fails, so the rules really run", () => {
  const app = new App({ analyticsReporting: false });
  new Bucket(new Stack(app, "Open"), "Bucket");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(() => app.synth()).toThrow("AwsSolutions-S1");
});
