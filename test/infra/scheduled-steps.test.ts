import jsonata from "jsonata";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { mirrorStream, queues } from "../../shared/kernel/topology.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

const production = synthesise(productionContext);
const definition = z.object({ StartAt: z.string(), States: z.record(z.string(), z.looseObject({ Type: z.string() })) });
const choices = z.object({
  Choices: z.array(z.object({ Condition: z.unknown(), Next: z.string() })),
  Default: z.string(),
});
const task = z.looseObject({ Arguments: z.unknown(), Output: z.unknown().optional(), Next: z.string().optional() });

/**
 * Runs a state machine of a template as Step Functions does, as far as ours need it: `call` gets a task's arguments and
 * returns its result. Resolves with the name of the state in which the run ended.
 */
async function run(path: string, call: (given: unknown) => unknown): Promise<string> {
  const { StartAt, States } = definition.parse(production.at(path).Definition);
  /** A value with its expressions evaluated. Step Functions refuses an expression without a result. */
  const evaluated = async (value: unknown, states: object): Promise<unknown> => {
    if (typeof value === "string") {
      const [, expression] = /^\{%(.*)%\}$/s.exec(value) ?? [];
      if (expression === undefined) return value;
      const result: unknown = await jsonata(expression).evaluate({}, { states });
      if (result === undefined) throw new Error(`no result: ${expression}`);
      return JSON.parse(JSON.stringify(result));
    }
    if (typeof value !== "object") return value;
    if (Array.isArray(value)) return Promise.all(value.map((one) => evaluated(one, states)));
    const members = Object.entries(value ?? {}).map(async ([name, one]) => [name, await evaluated(one, states)]);
    return Object.fromEntries(await Promise.all(members));
  };
  let [name, input]: [string, unknown] = [StartAt, {}];
  for (;;) {
    const state = States[name]!;
    if (state.Type === "Choice") {
      const { Choices, Default } = choices.parse(state);
      const judged = await Promise.all(Choices.map(({ Condition }) => evaluated(Condition, { input })));
      name = Choices[judged.indexOf(true)]?.Next ?? Default;
    } else if (state.Type === "Task") {
      const { Arguments, Output, Next } = task.parse(state);
      const result = call(await evaluated(Arguments, { input }));
      input = Output === undefined ? result : await evaluated(Output, { input, result });
      if (Next === undefined) return name;
      name = Next;
    } else return name;
  }
}

describe("the check of event sources", () => {
  const consumers = [...Object.values(queues), mirrorStream].map(({ consumer }) => consumer);
  const stackOf = (consumer: string) => (["tick", "poll", "publish"].includes(consumer) ? "Ingest" : "Delivery");
  const mappings = consumers.map((consumer) => ({
    FunctionArn: `${stackOf(consumer)}/${consumer.charAt(0).toUpperCase()}${consumer.slice(1)}/Live`,
    State: "Enabled",
  }));
  const [first, ...others] = mappings as [(typeof mappings)[number]];
  const foreign = { FunctionArn: "Feedhook-prod-eu/Ingest/Tick/Live", State: "Enabled" };

  /** Returns the state in which the run ends if AWS lists these pages. */
  async function endOf(...pages: readonly object[][]): Promise<string> {
    const markers: unknown[] = [];
    const end = await run("Ops/Mappings/Steps/Steps", (given) => {
      markers.push(given);
      const NextMarker = markers.length < pages.length ? `page ${markers.length}` : null;
      return { EventSourceMappings: pages[markers.length - 1]!, NextMarker };
    });
    expect(markers).toEqual(pages.map((_, page) => (page === 0 ? {} : { Marker: `page ${page}` })));
    return end;
  }

  test.each([
    ["on one page", [mappings]],
    ["on two pages", [[first], others]],
    ["on a page behind one of another stage", [[foreign], [], mappings]],
    ["on in part, while one is being changed", [[{ ...first, State: "Updating" }, ...others]]],
  ])("is well if all are %s", async (_, pages) => {
    expect(await endOf(...pages)).toBe("Well");
  });

  test.each([
    ["disabled", [[{ ...first, State: "Disabled" }, ...others]]],
    ["being disabled, on the second page", [others, [{ ...first, State: "Disabling" }]]],
    ["missing, though another stage has its like", [[foreign, ...others]]],
    ["missing, as all are", [[]]],
  ])("fails if one is %s", async (_, pages) => {
    expect(await endOf(...pages)).toBe("Off");
  });
});

describe("the reminder", () => {
  const page = { AlarmActions: ["Data/Alarms"] };

  /** What the run publishes; undefined if nothing. */
  async function reported(...alarms: readonly object[]): Promise<unknown> {
    let published: unknown;
    const end = await run("Ops/Reminder/Steps/Steps", (given) => {
      if (z.object({ AlarmNamePrefix: z.string() }).safeParse(given).success) return { MetricAlarms: alarms };
      published = given;
      return {};
    });
    expect(end).toBe(published === undefined ? "Quiet" : "Tell");
    return published;
  }

  test("names this stage's pages, whether one or several, and nothing else", async () => {
    const other = { AlarmName: "feedhook-prod-eu-age-poll", AlarmActions: ["Feedhook-prod-eu/Data/Alarms"] };
    const silent = { AlarmName: "feedhook-prod-new-version-poll", AlarmActions: [] };
    const [late, dead] = [
      { AlarmName: "feedhook-prod-age-poll", ...page },
      { AlarmName: "feedhook-prod-dead-letters-poll", ...page },
    ];
    expect(await reported()).toBeUndefined();
    expect(await reported(other, silent)).toBeUndefined();
    expect(await reported(other, late)).toMatchObject({ TopicArn: "Data/Alarms", Message: late.AlarmName });
    expect(await reported(late, other, dead)).toMatchObject({ Message: `${late.AlarmName}\n${dead.AlarmName}` });
  });
});
