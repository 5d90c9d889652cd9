import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { metricCatalogue } from "../../shared/kernel/metric-catalogue.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { glob } from "../support/glob.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

/** With the option that adds an alarm. */
const production = synthesise({ ...productionContext, alarmEmail: "ops@acme.test", encryptWithKey: true });
/** Without those that only a deployment watches. */
const alarmResources = production
  .of("AWS::CloudWatch::Alarm")
  .filter(({ properties }) => !String(properties["AlarmName"]).startsWith("feedhook-prod-new-version-"));
const alarms = alarmResources.map(({ stack, properties }) => ({
  stack,
  name: String(properties["AlarmName"]).replace("feedhook-prod-", ""),
  properties,
}));
const runbook = readFileSync(new URL("../../docs/runbook.md", import.meta.url), "utf8");
/** A row for each alarm, whose anchor is the alarm's name. */
const rows = [...runbook.matchAll(/^\| <a id="([\w-]+)"><\/a>`\1` \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, name = "", means = "", look = "", act = ""]) => ({ name, means, look, act }),
);
const headings = rows.map(({ name }) => name);

describe("every alarm", () => {
  test("says what it means for partners or consumers, and where to read more", () => {
    for (const { name, properties } of alarms) {
      const [impact, anchor] = String(properties["AlarmDescription"]).split(" Runbook: docs/runbook.md#");
      expect(impact!.length, name).toBeGreaterThan(40);
      expect(impact, name).toMatch(/\.$/);
      expect(anchor, name).toBe(name);
    }
  });

  test("has its row in the runbook, and every row has its alarm", () => {
    expect([...headings].sort()).toEqual(alarms.map(({ name }) => name).sort());
  });

  test("notifies the alarm topic when it fires and when it returns to OK", () => {
    for (const { stack, name, properties } of alarms) {
      for (const actions of [properties["AlarmActions"], properties["OKActions"]]) {
        const targets = Array.isArray(actions) ? actions.map((action) => production.text(stack, action)) : [];
        expect(targets, name).toEqual(["Data/Alarms"]);
      }
    }
  });

  test("treats missing data as good, unless a heartbeat is expected", () => {
    const alarmedBySilence = alarms.filter(({ properties }) => properties["TreatMissingData"] === "breaching");
    expect(alarmedBySilence.map(({ name }) => name)).toEqual(["clock-stopped", "polling-silent", "canary-silent"]);
    for (const { name, properties } of alarms) {
      expect(properties["TreatMissingData"], name).toMatch(/^(breaching|notBreaching)$/);
    }
  });
});

describe("every row of the runbook", () => {
  const shell = readFileSync(new URL("../../infra/aws/commands/runbook.sh", import.meta.url), "utf8");
  const commands = [...shell.matchAll(/^(\w+)\(\) \{$/gm)].map(([, name]) => name!);
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")));

  test("says in sentences what the alarm means and how to act", () => {
    for (const { name, means, act } of rows) {
      expect(means.length, name).toBeGreaterThan(40);
      expect(means, name).toMatch(/\.$/);
      expect(act, name).toMatch(/\.$/);
    }
  });

  test("investigates with an existing command", () => {
    const isCommand = (code: string) => [...commands, "aws", "npm"].includes(code.split(" ")[0]!);
    for (const { name, look } of rows) {
      const codes = [...look.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
      expect(codes.some(isCommand), name).toBe(true);
    }
  });

  test("names no missing command", () => {
    for (const [, name] of runbook.matchAll(/`(?:npm run) ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
    const used = [...runbook.matchAll(/`(alarm|errors|depth|letters|redrive|purge|repair|api|fn|dead) [^`]*`/g)];
    expect(used.length).toBeGreaterThan(60);
    for (const [, name] of used) expect(commands).toContain(name);
    for (const [, stack] of runbook.matchAll(/`repair (\w+)`/g)) {
      expect(production.stacks).toContain(`Feedhook-prod-${stack}`);
    }
    for (const [, alarm] of runbook.matchAll(/`alarm ([\w-]+)`/g)) expect(headings).toContain(alarm);
    for (const [, queue] of runbook.matchAll(/`(?:depth|letters|redrive|purge) ([\w-]+)`/g)) {
      expect([...Object.keys(queues), "rule", "bus"]).toContain(queue);
    }
  });

  test("repairs with an effective step: deploying an unchanged template does nothing", () => {
    expect(runbook).not.toMatch(/[Dd]eploy (the )?(`\w+`|stacks?|`\w+` stack)( stack)? again/);
    expect(shell).toContain("--revert-drift");
  });
});

test("CloudWatch of this account may publish to the alarm topic, because a custom policy replaces SNS's default", () => {
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

test("throttles of other teams' functions, or of `poll` while a restore stops it, page no one", () => {
  const { stack, properties } = alarms.find(({ name }) => name === "functions-throttled")!;
  const dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() })).parse(properties["Dimensions"]);
  expect(dimensions.map(({ Name, Value }) => [Name, production.text(stack, Value)])).toEqual([
    ["FunctionName", "Delivery/Fanout/Function"],
  ]);
});

test("the address given at deployment receives the alarms", () => {
  expect(production.of("AWS::SNS::Subscription").map(({ properties }) => properties)).toMatchObject([
    { Protocol: "email", Endpoint: "ops@acme.test" },
  ]);
});

const metricsOf = (name: string) =>
  z
    .array(
      z.looseObject({
        Expression: z.string().optional(),
        MetricStat: z
          .looseObject({
            Metric: z.looseObject({
              MetricName: z.string(),
              Dimensions: z.array(z.object({ Value: z.unknown() })).optional(),
            }),
          })
          .optional(),
      }),
    )
    .parse(alarms.find((alarm) => alarm.name === name)!.properties["Metrics"]);

test("crashes of every function ring, through a shared alarm or one for that function", () => {
  const watched = metricsOf("functions-failing").flatMap(({ MetricStat }) =>
    (MetricStat?.Metric.Dimensions ?? []).map(({ Value }) => production.text("Feedhook-prod-Ops", Value)),
  );
  const byThemselves = ["Ingest/Clock", "Ops/Watch/Canary", "Api/Function"].map((path) => `${path}/Function`);
  const all = production.functions.map(({ path }) => path);
  expect([...watched, ...byThemselves].sort()).toEqual(all.sort());
  expect(headings).toEqual(expect.arrayContaining(["clock-stopped", "canary-silent", "api-failing"]));
});

test("the API doesn't count as failing because anyone asks /readyz while an instance has a problem", () => {
  const [judged, ...counted] = metricsOf("api-failing");
  expect(judged!.Expression).toBe("failed - FILL(notReady, 0)");
  expect(counted.map(({ MetricStat }) => MetricStat?.Metric.MetricName)).toEqual(["5xx", "api.not_ready"]);
});

test("one noisy partner's slow endpoints don't page: only the delays of quiet ones do", () => {
  const metrics = new Map(alarms.map(({ name, properties }) => [name, properties["MetricName"]]));
  for (const queue of ["deliver", "deliver-slow"])
    expect(metrics.get(`age-${queue}`), queue).toBe("ApproximateAgeOfOldestMessageInQuietGroups");
});

describe("a clock that runs and crashes", () => {
  const namesIn = (name: string) => metricsOf(name).flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);

  test("counts as stopped, because only successful runs count", () => {
    expect(namesIn("clock-stopped").sort()).toEqual(["Errors", "Invocations"]);
    expect(metricsOf("clock-stopped")[0]!.Expression).toBe("runs - FILL(crashes, 0)");
  });

  test("also rings through the work that stops: requests, polls and heartbeats", () => {
    expect(namesIn("polling-silent").sort()).toEqual([
      "NumberOfMessagesSent",
      "publishing.beats_seen",
      "source.requests",
    ]);
    const granted = metricsOf("polling-silent").flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? []);
    expect(granted.map(({ Value }) => production.text("Feedhook-prod-Ingest", Value))).toContain(
      "Ingest/PollQueue/Queue.QueueName",
    );
    const { properties } = alarms.find(({ name }) => name === "polling-silent")!;
    expect(properties).toMatchObject({ ComparisonOperator: "LessThanThreshold", Threshold: 1 });
  });
});

test("a tenth of the endpoints open, of which the metric counts at least ten, pages", () => {
  const { properties } = alarms.find(({ name }) => name === "endpoints-unhealthy")!;
  expect(properties).toMatchObject({
    ...{ MetricName: "endpoints.open_percent", Threshold: 10 },
    ComparisonOperator: "GreaterThanOrEqualToThreshold",
  });
});

test("a log metric costs nothing while its line isn't written", () => {
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

test("changes that publish gives up on ring, whether or not they could be stored", () => {
  const metrics = new Map(alarms.map(({ name, properties }) => [name, properties["MetricName"]]));
  const [bucket] = production.of("AWS::S3::Bucket");
  expect(bucket!.properties["NotificationConfiguration"]).toEqual({
    EventBridgeConfiguration: { EventBridgeEnabled: true },
  });
  const rule = production.of("AWS::Events::Rule").find(({ path }) => path === "Ingest/Stream/Kept")!;
  expect(rule.properties).toMatchObject({
    EventPattern: {
      source: ["aws.s3"],
      "detail-type": ["Object Created"],
      detail: { bucket: { name: [{ Ref: expect.stringMatching(/^StreamFailures/) }] } },
    },
    State: "ENABLED",
    Targets: [{ Arn: { "Fn::GetAtt": [expect.stringMatching(/^StreamNotices/), "Arn"] } }],
  });
  const { properties } = alarms.find(({ name }) => name === "publish-failures")!;
  const [{ Value: watched }] = z.tuple([z.object({ Value: z.unknown() })]).parse(properties["Dimensions"]);
  expect(production.text(bucket!.stack, watched)).toBe("Ingest/Stream/Notices.QueueName");
  expect(metrics.get("publish-failures")).toBe("ApproximateNumberOfMessagesVisible");
  // If the bucket can't be written.
  expect(metrics.get("publish-dropped")).toBe("DestinationDeliveryFailures");
  const policy = production.of("AWS::SQS::QueuePolicy").find(({ path }) => path === "Ingest/Stream/Notices/Policy")!;
  expect(JSON.stringify(policy.properties)).toContain('"Principal":{"Service":"events.amazonaws.com"}');
});

const repository = fileURLToPath(new URL("../../", import.meta.url));
const code = glob("{shared,functions}/**/*.ts", repository)
  .map((file) => readFileSync(`${repository}${file}`, "utf8"))
  .join("\n");
/** `logger.warn("…"`, or with the chosen level in brackets. */
const logLine = /logger(?:\.(?:info|warn|error)|\[[^\]]+\])\("([\w.]+)"/g;
const namesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name!));

test("log lines that ring are written by the code under that exact name", () => {
  const logged = namesIn(code, logLine);
  const filters = production.of("AWS::Logs::MetricFilter");
  expect(filters.map(({ path }) => path)).not.toEqual([]);
  for (const { path, properties } of filters) {
    const [, event] = /^\{ \$\.event = "(.+)" \}$/.exec(String(properties["FilterPattern"]))!;
    expect(logged, path).toContain(event);
  }
});

describe("the runbook", () => {
  test("lists the metrics of the catalogue with their meanings", () => {
    const rows = [...runbook.matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)].map(([, name, meaning]) => [name, meaning]);
    expect(rows).toEqual(Object.entries(metricCatalogue));
  });

  test("names only existing routes and log lines", () => {
    const routes = namesIn(code, /^ +endpoint\("\w+", "(\/v1\/[^"]+)"/gm);
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
