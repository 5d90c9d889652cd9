import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BackupSchedule } from "../../../infra/node/backup-schedule.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const hour = 3_600_000;

describe("scheduled backups", () => {
  let clock: FakeClock;
  let logger: SilentLogger;
  let last: number | undefined;
  let made: number[];
  let fails: boolean;
  /** The schedule of a process that has just started. */
  const started = (every = 24 * hour) =>
    new BackupSchedule({
      backUp: async () => {
        if (fails) throw new Error("no room");
        last = clock.now();
        made.push(last);
        return "a.backup";
      },
      last: () => last,
      every,
      clock,
      logger,
    });
  const lookAfter = async (ms: number, schedule = started()) => {
    clock.advance(ms);
    await schedule.look();
  };
  beforeEach(() => {
    clock = new FakeClock();
    logger = new SilentLogger();
    last = undefined;
    made = [];
    fails = false;
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("start at once if none exists", async () => {
    await started().look();
    expect(made).toEqual([clock.now()]);
    expect(logger.lines).toMatchObject([{ event: "backup.done", fields: { file: "a.backup" } }]);
  });

  it("are made a day after the newest, though each process lives only half a day", async () => {
    await started().look();
    for (let halfDays = 1; halfDays <= 4; halfDays += 1) await lookAfter(12 * hour);
    expect(made).toHaveLength(3);
  });

  it("are retried a quarter of an hour after a failure", async () => {
    const schedule = started();
    fails = true;
    await schedule.look();
    fails = false;
    await lookAfter(hour / 4 - 1, schedule);
    expect(made).toEqual([]);
    await lookAfter(1, schedule);
    expect(made).toHaveLength(1);
    expect(logger.lines.map(({ event }) => event)).toEqual(["backup.failed", "backup.done"]);
  });

  it("are missing since the first failure, with its cause, until one is made", async () => {
    const schedule = started();
    fails = true;
    const began = clock.now();
    expect(schedule.state()).toEqual({ since: began });
    await schedule.look();
    await lookAfter(hour, schedule);
    expect(schedule.state()).toEqual({ since: began, missingSince: began, fault: "no room" });
    fails = false;
    await lookAfter(hour, schedule);
    expect(schedule.state()).toEqual({ since: clock.now() });
  });

  it("are checked, retried and missing sooner if they are made every few minutes", async () => {
    vi.useFakeTimers();
    const every = 20_000;
    const schedule = started(every);
    const pass = async (ms: number) => {
      clock.advance(ms);
      await vi.advanceTimersByTimeAsync(ms);
    };
    const running = schedule.start();
    await pass(every);
    expect(made).toHaveLength(2);
    fails = true;
    await pass(every);
    fails = false;
    await pass(every);
    expect(made).toHaveLength(3);
    await running.stop();
    clock.advance(2 * every);
    expect(schedule.state()).toEqual({ since: made.at(-1) });
    clock.advance(1);
    expect(schedule.state()).toMatchObject({ missingSince: made.at(-1)! + every });
  });

  it("are missing an hour after they were due", async () => {
    const schedule = started();
    await schedule.look();
    const made = clock.now();
    clock.advance(25 * hour);
    expect(schedule.state()).toEqual({ since: made });
    clock.advance(1);
    expect(schedule.state()).toEqual({ since: made, missingSince: made + 24 * hour });
  });

  it("are missing if their directory can't be read, with that as the cause", async () => {
    const schedule = new BackupSchedule({
      backUp: () => Promise.reject(new Error("never asked for")),
      last: () => {
        throw new Error("no right to read it");
      },
      ...{ every: 24 * hour, clock, logger },
    });
    expect(schedule.state()).toEqual({ since: clock.now(), missingSince: clock.now(), fault: "no right to read it" });
    await schedule.look();
    expect(logger.lines.map(({ event }) => event)).toEqual(["backup.failed"]);
  });

  it("are retried in time if the clock is set back after a failure", async () => {
    const schedule = started();
    fails = true;
    await schedule.look();
    await lookAfter(-30 * 24 * hour, schedule);
    const now = clock.now();
    expect(schedule.state()).toEqual({ since: now, missingSince: now, fault: "no room" });
    fails = false;
    await lookAfter(-24 * hour, schedule);
    expect(made).toHaveLength(1);
  });

  it("are made one at a time", async () => {
    const schedule = started();
    await Promise.all([schedule.look(), schedule.look()]);
    expect(made).toHaveLength(1);
  });

  it("end once the running one is complete", async () => {
    const running = started().start();
    await running.stop();
    expect(made).toHaveLength(1);
  });
});
