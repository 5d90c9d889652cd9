import { beforeEach, describe, expect, it } from "vitest";
import { HostRunningError } from "../../shared/kernel/ports/host-lock.ts";
import { FakeClock } from "../support/fake-clock.ts";
import type { OpenEngine, TestEngine } from "../support/node-engine.ts";

/** The contract of every engine's host lock. */
export function describeHostLock(name: string, open: OpenEngine): void {
  describe(`HostLock on ${name}`, () => {
    let opened: TestEngine;
    beforeEach(() => {
      opened = open(new FakeClock());
    });

    it("is held by one host per store until it is released", async () => {
      const other = opened.another();
      const lock = await opened.engine.lockHost();
      await expect(other.lockHost()).rejects.toBeInstanceOf(HostRunningError);
      await expect(opened.engine.lockHost()).rejects.toBeInstanceOf(HostRunningError);
      await lock.release();
      const next = await other.lockHost();
      await next.release();
      other.close();
    });
  });
}
