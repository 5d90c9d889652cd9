import { describe, expect, test } from "vitest";
import * as z from "zod";
import { productionContext, type Resource, synthesise } from "./support/deployment.ts";
import { policyDocument } from "./support/rights.ts";

const metricsOf = z.object({
  Metrics: z.array(
    z.object({
      Expression: z.string().optional(),
      MetricStat: z
        .object({ Metric: z.object({ Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })) }) })
        .optional(),
    }),
  ),
});
const production = synthesise(productionContext);
/** Alarms of other stacks that stop a deployment. */
const alarmsOf = (properties: Resource["properties"]) =>
  z
    .object({ Alarms: z.array(z.object({ Name: z.unknown() })) })
    .parse(properties["AlarmConfiguration"])
    .Alarms.flatMap(({ Name }) => (typeof Name === "string" ? [{ Name }] : []));
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

  test("gets a new version's work a tenth at a time in production, and gives it back when an alarm fires", () => {
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
      // By name: an alarm that is called otherwise one day would watch over nothing.
      for (const { Name } of Alarms) expect(alarms, path).toContain(Name);
      // None that stays in ALARM after the failures are over, as those of dead letters do: a deployment of the fix would be stopped, too.
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

  test("is judged by the share of the new version's own invocations that crash, so that one in a minute is enough", () => {
    const groups = production.of("AWS::CodeDeploy::DeploymentGroup");
    for (const lambda of lambdas) {
      const of = lambda.path.replace(/Function$/, "");
      const alarm = production.of("AWS::CloudWatch::Alarm").find(({ path }) => path === `${of}Deployment/Failing`)!;
      const { Metrics } = metricsOf.parse(alarm.properties);
      expect(
        Metrics.map(({ Expression }) => Expression),
        of,
      ).toContain("errors / invocations");
      expect(alarm.properties, of).toMatchObject({
        ...{ Threshold: 0.5, EvaluationPeriods: 1, TreatMissingData: "notBreaching" },
        // It is for the deployment alone: nobody is paged.
        ActionsEnabled: false,
      });
      for (const { MetricStat } of Metrics) {
        if (MetricStat === undefined) continue;
        const dimensions = MetricStat.Metric.Dimensions.map(({ Name, Value }) => [
          Name,
          production.text(lambda.stack, Value),
        ]);
        expect(Object.fromEntries(dimensions), of).toEqual({
          FunctionName: lambda.path,
          Resource: `${lambda.path}:live`,
          ExecutedVersion: expect.stringMatching(new RegExp(`^${of}Function/CurrentVersion.*\\.Version$`)),
        });
      }
      // The alarm looks at the new version before the alias sends anything there.
      const alias = production.of("AWS::Lambda::Alias").find(({ path }) => path === `${of}Live`)!;
      expect(
        alias.dependsOn.map((id) => production.text(lambda.stack, { Ref: id })),
        of,
      ).toContain(alarm.path);
      const group = groups.find(({ path }) => path === `${of}Deployment/Group`)!;
      expect(JSON.stringify(group.properties["AlarmConfiguration"]), of).toContain("DeploymentFailing");
    }
  });

  test("is given back when its messages fail one by one, of which a tick has four a minute at most", () => {
    const failing = production.of("AWS::CloudWatch::Alarm").find(({ path }) => path === "Ops/Failed/messages-failing")!;
    expect(failing.properties).toMatchObject({ Threshold: 1, DatapointsToAlarm: 3, EvaluationPeriods: 5 });
  });
});
