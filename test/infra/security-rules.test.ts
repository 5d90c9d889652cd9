import { App, Stack, Validations } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { appOf, everyOption, productionContext } from "./support/deployment.ts";

test.each([
  ["stage dev", { stage: "dev" }],
  ["stage prod", {}],
  ["stage prod in its account and region", { account: "123456789012", region: "eu-north-1" }],
  ["stage prod with all options", everyOption],
  [
    "stage prod while its tables are replaced",
    {
      ...{ account: "123456789012", region: "eu-north-1", formerTables: { mirror: "feedhook-prod-mirror-made" } },
      restoredTables: { mirror: "feedhook-prod-mirror-1" },
      restoredStreamArn:
        "arn:aws:dynamodb:eu-north-1:123456789012:table/feedhook-prod-mirror-1/stream/2026-11-21T08:00:00.000",
    },
  ],
  [
    "stage prod in its account and region, with alerts by email",
    {
      ...{ account: "123456789012", region: "eu-north-1", alertEmailFrom: "alerts@acme.test" },
      alertEmailIdentityArn: "arn:aws:ses:eu-north-1:123456789012:identity/acme.test",
    },
  ],
  [
    "stage prod with a key of yours",
    { encryptWithKey: true, keyArn: "arn:aws:kms:eu-north-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000" },
  ],
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
