import { describe, expect, test } from "vitest";
import * as z from "zod";
import { productionContext, type Resource, synthesise } from "./support/deployment.ts";
import { statementsOf } from "./support/rights.ts";

const hooks = z.object({ BeforeAllowTrafficHook: z.unknown(), AfterAllowTrafficHook: z.unknown() });
const dimensionsOf = z.array(z.object({ Name: z.string(), Value: z.unknown() }));
const production = synthesise(productionContext);
/** Alarms of other stacks that stop a deployment. */
const alarmsOf = (properties: Resource["properties"]) =>
  z
    .object({ Alarms: z.array(z.object({ Name: z.unknown() })) })
    .parse(properties["AlarmConfiguration"])
    .Alarms.flatMap(({ Name }) => (typeof Name === "string" ? [{ Name }] : []));
const lambdas = production.functions;

describe("every function", () => {
  test("is invoked only through its alias, so that a rollback moves every caller", () => {
    const aliases = production.of("AWS::Lambda::Alias");
    expect(aliases.map(({ path }) => path).sort()).toEqual(
      lambdas.map(({ path }) => path.replace(/Function$/, "Live")).sort(),
    );
    for (const { stack, path, properties } of production.of("AWS::Lambda::Permission")) {
      expect(production.text(stack, properties["FunctionName"]), path).toMatch(/\/Live$/);
    }
    const invoking = statementsOf(production)
      .filter(({ policy, actions }) => !policy.includes("/Deployments/") && actions.includes("lambda:InvokeFunction"))
      .flatMap(({ resources }) => resources);
    expect(invoking.sort()).toEqual(["Ingest/Clock/Live", "Ops/Watch/Canary/Live"]);
  });

  test("keeps its earlier versions, which a rollback goes to", () => {
    const versions = production.of("AWS::Lambda::Version");
    expect(versions).toHaveLength(lambdas.length);
    for (const { path, deletionPolicy } of versions) expect(deletionPolicy, path).toMatch(/^Retain/);
  });

  test("gets traffic in steps of a tenth in production, and loses it when an alarm fires", () => {
    const groups = production.of("AWS::CodeDeploy::DeploymentGroup");
    expect(groups).toHaveLength(lambdas.length);
    const alarms = new Set(production.of("AWS::CloudWatch::Alarm").map(({ properties }) => properties["AlarmName"]));
    for (const { path, properties } of groups) {
      const Alarms = alarmsOf(properties);
      expect(properties["DeploymentConfigName"], path).toBe("CodeDeployDefault.LambdaLinear10PercentEvery1Minute");
      expect(properties["AutoRollbackConfiguration"], path).toMatchObject({
        Enabled: true,
        Events: expect.arrayContaining(["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"]),
      });
      // By name, because a renamed alarm would watch over nothing.
      for (const { Name } of Alarms) expect(alarms, path).toContain(Name);
      // None that stays in ALARM after the failures are over, as those of dead letters do, because it would also stop a
      // deployment of the fix.
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

  test("is judged by the share of its own invocations that crash, so that one a minute is enough", () => {
    const groups = production.of("AWS::CodeDeploy::DeploymentGroup");
    for (const lambda of lambdas) {
      const of = lambda.path.replace(/Function$/, "");
      const alarm = production.of("AWS::CloudWatch::Alarm").find(({ path }) => path === `${of}Deployment/Failing`)!;
      expect(alarm.properties, of).toMatchObject({
        // Lambda reports 0 or 1 for each invocation, so their average is the share.
        ...{ Namespace: "AWS/Lambda", MetricName: "Errors", Statistic: "Average" },
        ...{ Threshold: 0.5, EvaluationPeriods: 1, TreatMissingData: "notBreaching" },
        // It is only for the deployment, and pages no one.
        ActionsEnabled: false,
      });
      const dimensions = dimensionsOf
        .parse(alarm.properties["Dimensions"])
        .map(({ Name, Value }) => [Name, production.text(lambda.stack, Value)]);
      expect(Object.fromEntries(dimensions), of).toEqual({
        FunctionName: lambda.path,
        Resource: `${lambda.path}:live`,
        ExecutedVersion: expect.stringMatching(new RegExp(`^${of}Function/CurrentVersion.*\\.Version$`)),
      });
      // The alarm watches the new version before the alias sends anything to it.
      const alias = production.of("AWS::Lambda::Alias").find(({ path }) => path === `${of}Live`)!;
      expect(
        alias.dependsOn.map((id) => production.text(lambda.stack, { Ref: id })),
        of,
      ).toContain(alarm.path);
      const group = groups.find(({ path }) => path === `${of}Deployment/Group`)!;
      expect(JSON.stringify(group.properties["AlarmConfiguration"]), of).toContain("DeploymentFailing");
    }
  });

  test("is rolled back when its messages fail one by one, even though a tick has at most four a minute", () => {
    const failing = production.of("AWS::CloudWatch::Alarm").find(({ path }) => path === "Ops/Failed/messages-failing")!;
    expect(failing.properties).toMatchObject({ Threshold: 1, DatapointsToAlarm: 3, EvaluationPeriods: 5 });
  });

  test("is tried before it gets traffic, and watched for three minutes once it has all of it", () => {
    const invocable = (by: string) =>
      statementsOf(production)
        .filter(({ policy, actions }) => policy === by && actions.includes("lambda:InvokeFunction"))
        .flatMap(({ resources }) => resources);
    for (const { stack, path, updatePolicy, dependsOn } of production.of("AWS::Lambda::Alias")) {
      const [concern = ""] = path.split("/");
      const check = `${concern}/Deployments/Check/Function`;
      const { BeforeAllowTrafficHook, AfterAllowTrafficHook } = hooks.parse(
        updatePolicy?.["CodeDeployLambdaAliasUpdate"],
      );
      expect(
        [BeforeAllowTrafficHook, AfterAllowTrafficHook].map((one) => production.text(stack, one)),
        path,
      ).toEqual([check, check]);
      // CodeDeploy may invoke the hook, the hook may invoke each version, and both before the alias moves.
      expect(invocable(`${concern}/Deployments/Hook`), path).toEqual([check]);
      const tried = path.replace(/Live$/, "Function");
      expect(invocable(`${concern}/Deployments/Check/Role/DefaultPolicy`), path).toContain(`${tried}.Arn:*`);
      expect(
        dependsOn.map((id) => production.text(stack, { Ref: id })),
        path,
      ).toEqual(
        expect.arrayContaining([
          check,
          `${concern}/Deployments/Check/Role/DefaultPolicy`,
          `${concern}/Deployments/Hook`,
        ]),
      );
    }
    // The bake and the trial, within the hour that CodeDeploy waits.
    const checks = production.of("AWS::Lambda::Function").filter((lambda) => !lambdas.includes(lambda));
    for (const { properties, path } of checks) expect(properties["Timeout"], path).toBe(480);
    // The runbook finds each by its own description.
    expect(checks.map(({ properties }) => properties["Description"]).sort()).toEqual(
      ["api", "delivery", "ingest", "ops"].map((concern) => `Feedhook prod: version-check-${concern}`),
    );
  });
});
