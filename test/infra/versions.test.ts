import { describe, expect, test } from "vitest";
import * as z from "zod";
import { productionContext, synthesise } from "./support/deployment.ts";
import { policyDocument } from "./support/rights.ts";

const production = synthesise(productionContext);
const lambdas = production.of("AWS::Lambda::Function");

describe("every function", () => {
  test("is invoked by its alias alone, so that a rollback moves everything that invokes it", () => {
    const aliases = production.of("AWS::Lambda::Alias");
    expect(aliases.map(({ path }) => path).sort()).toEqual(
      lambdas.map(({ path }) => path.replace(/Function$/, "Live")).sort(),
    );
    for (const { stack, path, properties } of production.of("AWS::Lambda::Permission")) {
      expect(production.text(stack, properties["FunctionName"]), path).toMatch(/\/Live$/);
    }
    const invoking = production.of("AWS::IAM::Policy").flatMap(({ stack, properties }) =>
      policyDocument
        .parse(properties["PolicyDocument"])
        .Statement.filter(({ Action }) => Action.includes("lambda:InvokeFunction"))
        .flatMap(({ Resource }) => Resource.map((one) => production.text(stack, one))),
    );
    expect(invoking.sort()).toEqual(["Ingest/Clock/Live", "Ops/Watch/Canary/Live"]);
  });

  test("keeps its earlier versions, which a rollback goes to", () => {
    const versions = production.of("AWS::Lambda::Version");
    expect(versions).toHaveLength(lambdas.length);
    for (const { path, deletionPolicy } of versions) expect(deletionPolicy, path).toMatch(/^Retain/);
  });

  test("gets a new version's work a tenth at a time in production, and gives it back when an alarm rings", () => {
    const groups = production.of("AWS::CodeDeploy::DeploymentGroup");
    expect(groups).toHaveLength(lambdas.length);
    const alarms = new Set(production.of("AWS::CloudWatch::Alarm").map(({ properties }) => properties["AlarmName"]));
    for (const { path, properties } of groups) {
      const { Alarms } = z
        .object({ Alarms: z.array(z.object({ Name: z.string() })) })
        .parse(properties["AlarmConfiguration"]);
      expect(properties["DeploymentConfigName"], path).toBe("CodeDeployDefault.LambdaLinear10PercentEvery1Minute");
      expect(properties["AutoRollbackConfiguration"], path).toMatchObject({
        Enabled: true,
        Events: expect.arrayContaining(["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"]),
      });
      // By name: an alarm that is called otherwise one day would watch over nothing.
      for (const { Name } of Alarms) expect(alarms, path).toContain(Name);
      // None that rings on after the failures are over, as those of dead letters do: a deployment of the fix would be stopped, too.
      expect(Alarms.map(({ Name }) => Name).sort(), path).toEqual([
        "feedhook-prod-api-failing",
        "feedhook-prod-functions-failing",
        "feedhook-prod-messages-failing",
      ]);
    }
    const aliases = production.of("AWS::Lambda::Alias");
    expect(aliases.filter(({ updatePolicy }) => updatePolicy?.["CodeDeployLambdaAliasUpdate"] === undefined)).toEqual(
      [],
    );
    expect(
      synthesise({ ...productionContext, gradualDeployments: false }).of("AWS::CodeDeploy::DeploymentGroup"),
    ).toEqual([]);
  });
});
