import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { metricCatalogue } from "../../shared/kernel/metric-catalogue.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { glob } from "../support/glob.ts";
import { productionContext, type Readable, synthesise } from "./support/deployment.ts";

/** With the option that adds an alarm. */
const production = synthesise({ ...productionContext, alarmEmail: "ops@acme.test", encryptWithKey: true });
/** Without those that only a deployment watches. */
const alarms = production
  .all("AWS::CloudWatch::Alarm")
  .map((alarm) => ({ ...alarm, name: alarm.AlarmName.replace("feedhook-prod-", "") }))
  .filter(({ name }) => !name.startsWith("new-version-"));
const alarm = (wanted: string) => alarms.find(({ name }) => name === wanted);
const runbook = readFileSync(new URL("../../docs/runbook.md", import.meta.url), "utf8");
/** A row for each alarm, whose anchor is the alarm's name. */
const rows = [...runbook.matchAll(/^\| <a id="([\w-]+)"><\/a>`\1` \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, name = "", means = "", look = "", act = ""]) => ({ name, means, look, act }),
);
const headings = rows.map(({ name }) => name);

describe("every alarm", () => {
  test("says what it means for partners or consumers, and where to read more", () => {
    for (const { name, AlarmDescription } of alarms) {
      const [impact, anchor] = AlarmDescription.split(" Runbook: docs/runbook.md#");
      expect(impact, name).toMatch(/^.{40,}\.$/);
      expect(anchor, name).toBe(name);
    }
  });

  test("has its row in the runbook, and every row has its alarm", () => {
    expect([...headings].sort()).toEqual(alarms.map(({ name }) => name).sort());
  });

  test("notifies the alarm topic when it fires and when it returns to OK", () => {
    for (const { name, AlarmActions, OKActions } of alarms)
      expect([AlarmActions, OKActions], name).toEqual([["Data/Alarms"], ["Data/Alarms"]]);
  });

  test("treats missing data as good, unless a heartbeat is expected", () => {
    const alarmedBySilence = alarms.filter(({ TreatMissingData }) => TreatMissingData !== "notBreaching");
    expect(alarmedBySilence.map(({ name, TreatMissingData }) => [name, TreatMissingData])).toEqual([
      ["clock-stopped", "breaching"],
      ["polling-silent", "breaching"],
      ["canary-silent", "breaching"],
    ]);
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
      expect(means, name).toMatch(/^.{40,}\.$/);
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
  const [{ PolicyDocument }] = production.all("AWS::SNS::TopicPolicy");
  expect(PolicyDocument.Statement.filter(({ Effect }: Readable) => Effect === "Allow")).toMatchObject([
    {
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Action: "sns:Publish",
      Resource: "Data/Alarms",
      Condition: { StringEquals: { "aws:SourceAccount": "AWS::AccountId" } },
    },
  ]);
});

test("throttles of other teams' functions, or of `poll` while a restore stops it, page no one", () => {
  expect(alarm("functions-throttled").Dimensions).toEqual([
    { Name: "FunctionName", Value: "Delivery/Fanout/Function" },
  ]);
});

test("the address given at deployment receives the alarms", () => {
  expect(production.all("AWS::SNS::Subscription")).toMatchObject([{ Protocol: "email", Endpoint: "ops@acme.test" }]);
});

/** An alarm's expression over several metrics, these metrics' names, and the values of their dimensions. */
function metricsOf(name: string) {
  const [judged, ...counted] = alarm(name).Metrics;
  const metrics = counted.map(({ MetricStat }: Readable) => MetricStat.Metric);
  const watched = metrics.flatMap(({ Dimensions = [] }: Readable) => Dimensions.map(({ Value }: Readable) => Value));
  return {
    expression: judged.Expression,
    names: metrics.map(({ MetricName }: Readable) => MetricName).sort(),
    watched,
  };
}

test("crashes of every function ring, through a shared alarm or one for that function", () => {
  const { watched } = metricsOf("functions-failing");
  const byThemselves = ["Ingest/Clock", "Ops/Watch/Canary", "Api/Function"].map((path) => `${path}/Function`);
  const all = production.functions.map(({ path }) => path);
  expect([...watched, ...byThemselves].sort()).toEqual(all.sort());
  expect(headings).toEqual(expect.arrayContaining(["clock-stopped", "canary-silent", "api-failing"]));
});

test("the API doesn't count as failing because anyone asks /readyz while an instance has a problem", () => {
  expect(metricsOf("api-failing")).toMatchObject({
    ...{ expression: "failed - FILL(notReady, 0)", names: ["5xx", "api.not_ready"] },
  });
});

test("one noisy partner's slow endpoints don't page: only the delays of quiet ones do", () => {
  for (const queue of ["deliver", "deliver-slow"])
    expect(alarm(`age-${queue}`).MetricName, queue).toBe("ApproximateAgeOfOldestMessageInQuietGroups");
});

describe("a clock that runs and crashes", () => {
  test("counts as stopped, because only successful runs count", () => {
    expect(metricsOf("clock-stopped")).toMatchObject({
      ...{ expression: "runs - FILL(crashes, 0)", names: ["Errors", "Invocations"] },
    });
  });

  test("also rings through the work that stops: requests, polls and heartbeats", () => {
    const { names, watched } = metricsOf("polling-silent");
    expect(names).toEqual(["NumberOfMessagesSent", "publishing.beats_seen", "source.requests"]);
    expect(watched).toContain("Ingest/PollQueue/Queue.QueueName");
    expect(alarm("polling-silent")).toMatchObject({ ComparisonOperator: "LessThanThreshold", Threshold: 1 });
  });
});

test("a tenth of the endpoints open, of which the metric counts at least ten, pages", () => {
  expect(alarm("endpoints-unhealthy")).toMatchObject({
    ...{ MetricName: "endpoints.open_percent", Threshold: 10 },
    ComparisonOperator: "GreaterThanOrEqualToThreshold",
  });
});

test("a log metric costs nothing while its line isn't written", () => {
  const transformations = production.all("AWS::Logs::MetricFilter").flatMap((filter) => filter.MetricTransformations);
  expect(transformations.filter((one) => "DefaultValue" in one)).toEqual([]);
});

test("rules of a custom bus are watched under both names, the only ones they report under", () => {
  expect(alarm("rule-failing").Dimensions).toMatchObject([{ Name: "EventBusName" }, { Name: "RuleName" }]);
});

test("changes that publish gives up on ring, whether or not they could be stored", () => {
  expect(production.at("Ingest/Stream/Failures").NotificationConfiguration).toEqual({
    EventBridgeConfiguration: { EventBridgeEnabled: true },
  });
  expect(production.at("Ingest/Stream/Kept")).toMatchObject({
    EventPattern: {
      source: ["aws.s3"],
      "detail-type": ["Object Created"],
      detail: { bucket: { name: ["Ingest/Stream/Failures"] } },
    },
    State: "ENABLED",
    Targets: [{ Arn: "Ingest/Stream/Notices.Arn" }],
  });
  expect(alarm("publish-failures")).toMatchObject({
    MetricName: "ApproximateNumberOfMessagesVisible",
    Dimensions: [{ Value: "Ingest/Stream/Notices.QueueName" }],
  });
  // If the bucket can't be written.
  expect(alarm("publish-dropped").MetricName).toBe("DestinationDeliveryFailures");
  expect(production.at("Ingest/Stream/Notices/Policy").PolicyDocument.Statement).toContainEqual(
    expect.objectContaining({ Effect: "Allow", Principal: { Service: "events.amazonaws.com" } }),
  );
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
  const filters = production.all("AWS::Logs::MetricFilter");
  expect(filters).not.toEqual([]);
  for (const { FilterPattern } of filters) {
    const [, event] = /^\{ \$\.event = "(.+)" \}$/.exec(FilterPattern)!;
    expect(logged).toContain(event);
  }
});

describe("the runbook", () => {
  test("lists the metrics of the catalogue with their meanings", () => {
    const rows = [...runbook.matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)].map(([, name, meaning]) => [name, meaning]);
    expect(rows).toEqual(Object.entries(metricCatalogue));
  });

  test("names only existing routes and log lines", () => {
    const routes = namesIn(code, /^ +endpoint\("\w+", "\w+", "(\/v1\/[^"]+)"/gm);
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
