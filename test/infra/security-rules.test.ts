import { App, Stack, Validations } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { createCheckedApp } from "../../infra/aws/checked-app.ts";
import { productionContext, unbundled } from "./support/deployment.ts";

test.each(["dev", "prod"])("stage %s stands up to AWS's solution rules, or says why not", (stage) => {
  const app = createCheckedApp({ analyticsReporting: false, context: { ...unbundled, ...productionContext, stage } });
  expect(() => app.synth()).not.toThrow();
});

test("an open bucket doesn't: the rules are really asked", () => {
  const app = new App({ analyticsReporting: false });
  new Bucket(new Stack(app, "Open"), "Bucket");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(() => app.synth()).toThrow("AwsSolutions-S1");
});
