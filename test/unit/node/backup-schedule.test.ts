import { beforeEach, describe, expect, it } from "vitest";
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
  const started = () =>
    new BackupSchedule({
      backUp: async () => {
        if (fails) throw new Error("no room");
        last = clock.now();
        made.push(last);
        return "a.backup";
      },
      last: () => last,
      every: 24 * hour,
      clock,
      logger,
    });
  beforeEach(() => {
    clock = new FakeClock();
    logger = new SilentLogger();
    last = undefined;
    made = [];
    fails = false;
  });

  it("begin at once where there is none", async () => {
    await started().look();
    expect(made).toEqual([clock.now()]);
    expect(logger.lines).toMatchObject([{ event: "backup.done", fields: { file: "a.backup" } }]);
  });

  it("are made a day after the newest, though each process lives for half a day only", async () => {
    await started().look();
    for (let halfDays = 1; halfDays <= 4; halfDays += 1) {
      clock.advance(12 * hour);
      await started().look();
    }
    expect(made).toHaveLength(3);
  });

  it("that fail are tried again after a quarter of an hour, and not before", async () => {
    const schedule = started();
    fails = true;
    await schedule.look();
    fails = false;
    clock.advance(hour / 4 - 1);
    await schedule.look();
    expect(made).toEqual([]);
    clock.advance(1);
    await schedule.look();
    expect(made).toHaveLength(1);
    expect(logger.lines.map(({ event }) => event)).toEqual(["backup.failed", "backup.done"]);
  });

  it("are made one at a time", async () => {
    const schedule = started();
    await Promise.all([schedule.look(), schedule.look()]);
    expect(made).toHaveLength(1);
  });

  it("end once the one that is being made is there", async () => {
    const running = started().start();
    await running.stop();
    expect(made).toHaveLength(1);
  });
});
