import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

type Done = (fault: Error | null) => void;

/**
 * Syncs of files that end when the test says so. `begin` replaces Node's own, also for modules that other tests loaded
 * before, and `end` restores it.
 */
export class HeldSyncs {
  /** One for each sync that was requested. Calling it ends the sync, with an error if one is passed. */
  readonly asked: Done[] = [];
  readonly #own = fs.fdatasync;

  begin(): void {
    this.asked.length = 0;
    const held = (_file: number, done: Done): void => {
      this.asked.push(done);
    };
    this.#replace(Object.assign(held, { __promisify__: fs.fdatasync.__promisify__ }));
  }

  end(): void {
    this.#replace(this.#own);
  }

  #replace(fdatasync: typeof fs.fdatasync): void {
    fs.fdatasync = fdatasync;
    syncBuiltinESMExports();
  }
}
