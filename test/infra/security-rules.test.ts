import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack, Validations } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks } from "cdk-nag";
import { afterEach, expect, test } from "vitest";
import { createCheckedApp } from "../../infra/aws/checked-app.ts";
import { productionContext } from "./support/deployment.ts";

const outdir = mkdtempSync(join(tmpdir(), "feedhook-checked-"));
const before = process.exitCode;
afterEach(() => {
  process.exitCode = before;
  rmSync(outdir, { recursive: true, force: true });
});

test.each(["dev", "prod"])("stage %s stands up to AWS's solution rules, or says why not", (stage) => {
  const context = { ...productionContext, stage, "aws:cdk:bundling-stacks": [] };
  createCheckedApp({ analyticsReporting: false, outdir, context }).synth();
  expect(process.exitCode).toBe(before);
});

test("an open bucket doesn't: the rules are really asked", () => {
  const app = new App({ analyticsReporting: false, outdir });
  new Bucket(new Stack(app, "Open"), "Bucket");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
  expect(process.exitCode).toBe(1);
});
