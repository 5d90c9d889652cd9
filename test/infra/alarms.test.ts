import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { metricCatalogue } from "../../shared/kernel/metric-catalogue.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

const production = synthesise({ ...productionContext, alarmEmail: "ops@acme.test" });
const alarms = production.of("AWS::CloudWatch::Alarm").map(({ stack, properties }) => ({
  stack,
  name: String(properties["AlarmName"]).replace("feedhook-prod-", ""),
  properties,
}));
const runbook = readFileSync(new URL("../../docs/runbook.md", import.meta.url), "utf8");
const sections = runbook.split(/^## /m).slice(1);
const headings = sections.map((section) => section.slice(0, section.indexOf("\n")));

describe("every alarm", () => {
  test("says what it means for partners or consumers, and where to read on", () => {
    for (const { name, properties } of alarms) {
      const [impact, anchor] = String(properties["AlarmDescription"]).split(" Runbook: docs/runbook.md#");
      expect(impact!.length, name).toBeGreaterThan(40);
      expect(impact, name).toMatch(/\.$/);
      expect(anchor, name).toBe(name);
    }
  });

  test("has its section in the runbook, and every section its alarm", () => {
    expect([...headings].sort()).toEqual(alarms.map(({ name }) => name).sort());
  });

  test("tells the alarm topic when it rings and when it is over", () => {
    for (const { stack, name, properties } of alarms) {
      for (const actions of [properties["AlarmActions"], properties["OKActions"]]) {
        const targets = Array.isArray(actions) ? actions.map((action) => production.text(stack, action)) : [];
        expect(targets, name).toEqual(["Data/Alarms"]);
      }
    }
  });

  test("takes silence as good news, except where something must be heard", () => {
    const alarmedBySilence = alarms.filter(({ properties }) => properties["TreatMissingData"] === "breaching");
    expect(alarmedBySilence.map(({ name }) => name)).toEqual(["clock-stopped", "polling-silent", "canary-silent"]);
    for (const { name, properties } of alarms) {
      expect(properties["TreatMissingData"], name).toMatch(/^(breaching|notBreaching)$/);
    }
  });
});

test("every section of the runbook says what the alarm means, where to look and how to act", () => {
  for (const section of sections) {
    for (const part of ["**Means.**", "**Look.**", "**Act.**"]) expect(section, part).toContain(part);
  }
});

test("CloudWatch of this account may publish to the alarm topic: a policy of one's own replaces SNS's default", () => {
  const [policy] = production.of("AWS::SNS::TopicPolicy");
  const { Statement } = z
    .object({ Statement: z.array(z.looseObject({ Effect: z.string() })) })
    .parse(policy!.properties["PolicyDocument"]);
  const allowing = Statement.filter(({ Effect }) => Effect === "Allow");
  expect(allowing).toHaveLength(1);
  expect(allowing).toMatchObject([
    {
      Effect: "Allow",
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Action: "sns:Publish",
      Resource: { Ref: expect.stringMatching(/^Alarms/) },
      Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
    },
  ]);
});

test("the address given at deployment hears the alarms", () => {
  expect(production.of("AWS::SNS::Subscription").map(({ properties }) => properties)).toMatchObject([
    { Protocol: "email", Endpoint: "ops@acme.test" },
  ]);
  expect(synthesise(productionContext).of("AWS::SNS::Subscription")).toEqual([]);
});

describe("a clock that runs and crashes", () => {
  const metricsOf = (name: string) =>
    z
      .array(
        z.looseObject({
          Expression: z.string().optional(),
          MetricStat: z.looseObject({ Metric: z.looseObject({ MetricName: z.string() }) }).optional(),
        }),
      )
      .parse(alarms.find((alarm) => alarm.name === name)!.properties["Metrics"]);
  const namesIn = (name: string) => metricsOf(name).flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);

  test("counts as stopped: what is counted are runs that ended well", () => {
    expect(namesIn("clock-stopped").sort()).toEqual(["Errors", "Invocations"]);
    expect(metricsOf("clock-stopped")[0]!.Expression).toBe("runs - FILL(crashes, 0)");
  });

  test("rings by what doesn't come of it as well: requests, polls and heartbeats", () => {
    expect(namesIn("polling-silent").sort()).toEqual([
      "publishing.beats_seen",
      "schedule.requests_granted",
      "source.requests",
    ]);
    const { properties } = alarms.find(({ name }) => name === "polling-silent")!;
    expect(properties).toMatchObject({ ComparisonOperator: "LessThanThreshold", Threshold: 1 });
  });
});

test("what a log line rings by costs nothing while the line isn't written", () => {
  for (const { path, properties } of production.of("AWS::Logs::MetricFilter")) {
    for (const one of z.array(z.looseObject({})).parse(properties["MetricTransformations"])) {
      expect(one["DefaultValue"], path).toBeUndefined();
    }
  }
});

test("rules of a custom bus are watched under both names, the only ones they report under", () => {
  const { properties } = alarms.find(({ name }) => name === "rule-failing")!;
  expect(properties["Dimensions"]).toMatchObject([{ Name: "EventBusName" }, { Name: "RuleName" }]);
});

test("changes that publish gives up on ring, whether they could be kept or not", () => {
  const metrics = new Map(alarms.map(({ name, properties }) => [name, properties["MetricName"]]));
  expect(metrics.get("publish-failures")).toBe("OnFailureDestinationDeliveredEventCount");
  expect(metrics.get("publish-dropped")).toBe("DroppedEventCount");
  const stream = production
    .of("AWS::Lambda::EventSourceMapping")
    .find(({ properties }) => "StartingPosition" in properties)!;
  // Without it there are no such metrics.
  expect(stream.properties["MetricsConfig"]).toEqual({ Metrics: ["EventCount"] });
});

const repository = fileURLToPath(new URL("../../", import.meta.url));
const code = globSync("{shared,functions}/**/*.ts", { cwd: repository })
  .map((file) => readFileSync(`${repository}${file}`, "utf8"))
  .join("\n");
/** `logger.warn("…"`, or with the level chosen in brackets. */
const logLine = /logger(?:\.(?:info|warn|error)|\[[^\]]+\])\("([\w.]+)"/g;
const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name!));

test("log lines that ring are written by the code, by that very name", () => {
  const logged = namesIn(code, logLine);
  const filters = production.of("AWS::Logs::MetricFilter");
  expect(filters.map(({ path }) => path)).not.toEqual([]);
  for (const { path, properties } of filters) {
    const [, event] = /^\{ \$\.event = "(.+)" \}$/.exec(String(properties["FilterPattern"]))!;
    expect(logged, path).toContain(event);
  }
});

describe("the runbook", () => {
  test("lists the metrics of the catalogue, with their meanings", () => {
    const rows = [...runbook.matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)].map(([, name, meaning]) => [name, meaning]);
    expect(rows).toEqual(Object.entries(metricCatalogue).map(([name, { meaning }]) => [name, meaning]));
  });

  test("sends nobody to routes or log lines that don't exist", () => {
    const routes = namesIn(code, /^ {2}path: "(\/v1\/[^"]+)"/gm);
    const named = namesIn(runbook, /(\/v1\/[\w/{}-]+)/g);
    expect(named.size).toBeGreaterThan(0);
    for (const route of named) expect(routes).toContain(route);

    const logged = namesIn(code, logLine);
    const lines = namesIn(
      runbook,
      /`((?:instance|removals|canary|tick|publish|bus|source|poll|delivery)\.[a-z_]+)`(?! \|)/g,
    );
    expect(lines.size).toBeGreaterThan(5);
    for (const line of lines) expect(logged).toContain(line);
  });
});
