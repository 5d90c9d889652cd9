import { describe, expect, test } from "vitest";
import { productionContext, type Readable, synthesise } from "./support/deployment.ts";
import { statementsOf } from "./support/rights.ts";

const production = synthesise(productionContext);
const lambdas = production.functions;
const aliases = production.of("AWS::Lambda::Alias");

describe("every function", () => {
  test("is invoked only through its alias, so that a rollback moves every caller", () => {
    expect(aliases.map(({ path }) => path).sort()).toEqual(
      lambdas.map(({ path }) => path.replace(/Function$/, "Live")).sort(),
    );
    for (const { FunctionName } of production.all("AWS::Lambda::Permission")) expect(FunctionName).toMatch(/\/Live$/);
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
    // None that stays in ALARM after the failures are over, as those of dead letters do, because it would also stop a
    // deployment of the fix.
    const failing = ["api", "functions", "messages"].map((name) => `feedhook-prod-${name}-failing`);
    // The names are compared, because a renamed alarm would watch over nothing.
    const names = production.all("AWS::CloudWatch::Alarm").map(({ AlarmName }) => AlarmName);
    expect(names).toEqual(expect.arrayContaining(failing));
    for (const { path, properties } of groups) {
      expect(properties, path).toMatchObject({
        DeploymentConfigName: "CodeDeployDefault.LambdaLinear10PercentEvery1Minute",
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"]),
        },
      });
      const stopping = properties.AlarmConfiguration.Alarms.map(({ Name }: Readable) => Name);
      // And its own.
      expect(stopping.sort(), path).toEqual([path.replace(/Group$/, "Failing"), ...failing]);
    }
    expect(aliases.filter(({ updatePolicy }) => updatePolicy?.CodeDeployLambdaAliasUpdate === undefined)).toEqual([]);
    const atOnce = synthesise({ ...productionContext, gradualDeployments: false });
    expect(atOnce.of("AWS::CodeDeploy::DeploymentGroup")).toEqual([]);
  });

  test("is judged by the share of its own invocations that crash, so that one a minute is enough", () => {
    for (const lambda of lambdas) {
      const of = lambda.path.replace(/Function$/, "");
      const alarm = `${of}Deployment/Failing`;
      expect(production.at(alarm), of).toMatchObject({
        // Lambda reports 0 or 1 for each invocation, so their average is the share.
        ...{ Namespace: "AWS/Lambda", MetricName: "Errors", Statistic: "Average" },
        ...{ Threshold: 0.5, EvaluationPeriods: 1, TreatMissingData: "notBreaching" },
        // It is only for the deployment, and pages no one.
        ActionsEnabled: false,
      });
      const dimensions = production.at(alarm).Dimensions.map(({ Name, Value }: Readable) => [Name, Value]);
      expect(Object.fromEntries(dimensions), of).toEqual({
        FunctionName: lambda.path,
        Resource: `${lambda.path}:live`,
        ExecutedVersion: expect.stringMatching(new RegExp(`^${of}Function/CurrentVersion.*\\.Version$`)),
      });
      // The alarm watches the new version before the alias sends anything to it.
      expect(aliases.find(({ path }) => path === `${of}Live`)!.dependsOn, of).toContain(alarm);
    }
  });

  test("is rolled back when its messages fail one by one, even though a tick has at most four a minute", () => {
    expect(production.at("Ops/Failed/messages-failing")).toMatchObject({
      ...{ Threshold: 1, DatapointsToAlarm: 3, EvaluationPeriods: 5 },
    });
  });

  test("is tried before it gets traffic, and watched for three minutes once it has all of it", () => {
    const invocable = (by: string) =>
      statementsOf(production)
        .filter(({ policy, actions }) => policy === by && actions.includes("lambda:InvokeFunction"))
        .flatMap(({ resources }) => resources);
    for (const { path, updatePolicy, dependsOn } of aliases) {
      const [concern = ""] = path.split("/");
      const check = `${concern}/Deployments/Check/Function`;
      expect(updatePolicy.CodeDeployLambdaAliasUpdate, path).toMatchObject({
        ...{ BeforeAllowTrafficHook: check, AfterAllowTrafficHook: check },
      });
      // CodeDeploy may invoke the hook, the hook may invoke each version, and both before the alias moves.
      expect(invocable(`${concern}/Deployments/Hook`), path).toEqual([check]);
      const tried = path.replace(/Live$/, "Function");
      expect(invocable(`${concern}/Deployments/Check/Role/DefaultPolicy`), path).toContain(`${tried}.Arn:*`);
      const before = [check, `${concern}/Deployments/Check/Role/DefaultPolicy`, `${concern}/Deployments/Hook`];
      expect(dependsOn, path).toEqual(expect.arrayContaining(before));
    }
    // The bake and the trial, within the hour that CodeDeploy waits.
    const checks = production.of("AWS::Lambda::Function").filter((lambda) => !lambdas.includes(lambda));
    expect(new Set(checks.map(({ properties }) => properties.Timeout))).toEqual(new Set([480]));
    // The runbook finds each by its own description.
    expect(checks.map(({ properties }) => properties.Description).sort()).toEqual(
      ["api", "delivery", "ingest", "ops"].map((concern) => `Feedhook prod: version-check-${concern}`),
    );
  });
});
