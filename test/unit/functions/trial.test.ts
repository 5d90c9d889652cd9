import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAlertHandler } from "../../../functions/alert.ts";
import { createApiHandler } from "../../../functions/api.ts";
import { createCanaryHandler } from "../../../functions/canary.ts";
import { createClockHandler } from "../../../functions/clock.ts";
import { createDeliverHandler } from "../../../functions/deliver.ts";
import { createFanoutHandler } from "../../../functions/fanout.ts";
import { createPollHandler } from "../../../functions/poll.ts";
import { createPublishHandler } from "../../../functions/publish.ts";
import { createRecoverHandler } from "../../../functions/recover.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { trialRequest, trialSucceeded } from "../../../functions/runtime/trial/trial.ts";
import { trialEvents } from "../../../functions/runtime/trial/trial-events.ts";
import { createTickHandler } from "../../../functions/tick.ts";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { FunctionName, TableName } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { noRedrive } from "../../support/no-redrive.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

/** An engine that records what a handler does with it. Its tables fail if `isDown`. */
function recordingEngine(isDown = false) {
  const clock = new FakeClock(Date.UTC(2026, 10, 26));
  const tables = new Map<TableName, MemoryTable>();
  const asked = new Set<TableName>();
  const sent: string[] = [];
  const engine: Engine = {
    table: (name) => {
      const table = tables.get(name) ?? new MemoryTable(name);
      tables.set(name, table);
      return new Proxy(table, {
        get: (target, property) => {
          const member: unknown = Reflect.get(target, property);
          if (typeof member !== "function") return member;
          return async (...args: readonly unknown[]) => {
            asked.add(name);
            if (isDown) throw new Error(`${name} can't be reached`);
            return Reflect.apply(member, target, args);
          };
        },
      });
    },
    queue: (name) => ({ send: async (messages) => void sent.push(...messages.map(() => name)) }),
    bus: { publish: async (entries) => ({ refused: [], sent: sent.push(...entries.map(() => "bus")) }) },
    keys: new FakeKeyWrapper(),
    clock,
    sleeper: { sleep: async () => undefined },
    randomness: new SeededRandomness(),
    logger: new SilentLogger(),
    metrics: { record: () => undefined },
    settings: {
      partnerUrl: "https://partner.example.com",
      allowInsecureEndpoints: false,
      operatorKeyHash: createHash("sha256").update("nobody's").digest("hex"),
      timings: defaultTimings,
    },
  };
  const stored = () => [...tables.values()].flatMap(({ items }) => items);
  return { engine, asked, sent, stored };
}

const probe = { queueDepths: async () => ({}), deliveriesByState: async () => undefined };

const handlers: { readonly [name in FunctionName]: (engine: Engine) => Promise<unknown> } = {
  clock: (engine) => createClockHandler(engine)(trialEvents.clock),
  tick: (engine) => createTickHandler(engine)(trialEvents.tick),
  poll: (engine) => createPollHandler(engine)(trialEvents.poll),
  publish: (engine) => createPublishHandler(engine)(trialEvents.publish),
  fanout: (engine) => createFanoutHandler(engine)(trialEvents.fanout),
  deliver: (engine) => createDeliverHandler(engine)(trialEvents.deliver),
  recover: (engine) => createRecoverHandler(engine)(trialEvents.recover),
  alert: (engine) => createAlertHandler(engine)(trialEvents.alert),
  canary: (engine) => createCanaryHandler(engine, "https://canary.example.com/")(trialEvents.canary),
  api: (engine) => createApiHandler(engine, { probe, redrive: noRedrive })(trialEvents.api),
};

/** These read no table before they have a change, or do more than nothing. */
const firing: ReadonlySet<FunctionName> = new Set(["clock", "canary"]);
const readers = Object.values(functions).filter(({ name }) => name !== "publish");

describe.each(Object.values(functions))("the trial of $name", ({ name }) => {
  it("succeeds", async () => {
    const { engine, stored, sent } = recordingEngine();
    const response = await handlers[name](engine);
    expect(trialSucceeded(response)).toBe(true);
    // A trial leaves no trace. Clock and canary fire as they do on schedule.
    if (firing.has(name)) return;
    expect(stored()).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe.each(readers)("the trial of $name", ({ name }) => {
  it("reads its tables, and fails if it can't", async () => {
    const { engine, asked } = recordingEngine(true);
    const succeeded = await handlers[name](engine).then(trialSucceeded, () => false);
    expect(succeeded).toBe(false);
    expect(asked.size).toBeGreaterThan(0);
  });
});

it("is requested by an event that no event source sends", () => {
  expect(trialRequest.safeParse({ trial: true }).success).toBe(true);
  for (const event of [{}, { Records: [] }, trialEvents.api, { ...trialEvents.tick, trial: true }])
    expect(trialRequest.safeParse(event).success).toBe(false);
});

it("fails if the response reports a failure", () => {
  expect(trialSucceeded({ batchItemFailures: [{ itemIdentifier: "trial" }] })).toBe(false);
  expect(trialSucceeded({ statusCode: 500 })).toBe(false);
  expect(trialSucceeded({ statusCode: 401 })).toBe(true);
});
