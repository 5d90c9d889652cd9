import { functions } from "../../../shared/kernel/function-topology.ts";
import type { SimulatedFunction } from "./code-version.ts";
import { FunctionProcess } from "./function-process.ts";
import type { Ground } from "./ground.ts";
import type { Releases } from "./releases.ts";

type Invoke = (event: never) => Promise<unknown>;

type Container = { readonly process: FunctionProcess; readonly invoke: Invoke; busy: number };

export type Invocation =
  | { readonly outcome: "done"; readonly result: unknown }
  /** The function threw, was throttled, ran out of time, or its process died. */
  | { readonly outcome: "failed" };

/** How often an idle container is gone when it is needed again. */
const coldStarts = 0.03;

export type FunctionPoolParts = {
  readonly name: SimulatedFunction;
  readonly ground: Ground;
  readonly releases: Releases;
  /** Loads the code of the process's version. */
  readonly start: (process: FunctionProcess) => Invoke;
};

/** The containers of one function: started when there is work, reused, and gone when their process dies. */
export class FunctionPool {
  readonly #parts: FunctionPoolParts;
  #containers: Container[] = [];
  #started = 0;

  constructor(parts: FunctionPoolParts) {
    this.#parts = parts;
  }

  async invoke(event: unknown): Promise<Invocation> {
    if (this.#parts.ground.strikes("throttle")) {
      this.#parts.ground.trace.note(this.#parts.name, "is throttled");
      return { outcome: "failed" };
    }
    const container = this.#take();
    container.busy += 1;
    const { process, invoke } = container;
    const { name, ground } = this.#parts;
    const { timeoutSeconds } = functions[name];
    let over = false;
    ground.clock.at(ground.clock.now() + timeoutSeconds * 1_000, () => {
      if (!over) process.die("as its time is up");
    });
    const outcome = await Promise.race([
      // Events are as Lambda would pass them. Each handler checks them.
      invoke(event as never).then(
        (result): Invocation => ({ outcome: "done", result }),
        (error: unknown): Invocation => {
          ground.trace.note(process.name, `fails: ${error instanceof Error ? error.message : String(error)}`);
          return { outcome: "failed" };
        },
      ),
      new Promise<Invocation>((resolve) => {
        process.onDeath(() => {
          resolve({ outcome: "failed" });
        });
      }),
    ]);
    over = true;
    container.busy -= 1;
    ground.calls += 1;
    return outcome;
  }

  #take(): Container {
    const { name, ground, releases, start } = this.#parts;
    this.#containers = this.#containers.filter(
      ({ process, busy }) =>
        !process.isDead && !(busy === 0 && (ground.chance(coldStarts) || !releases.isDeployed(name, process.version))),
    );
    const version = releases.next(name);
    const free = this.#containers.filter(
      ({ process, busy }) => process.version === version && (busy === 0 || !ground.conditions.oneAtATime),
    );
    const known = ground.pick(free);
    if (known !== undefined) return known;
    this.#started += 1;
    const process = new FunctionProcess(`${name}-${this.#started}`, ground, version);
    const container = { process, invoke: start(process), busy: 0 };
    this.#containers.push(container);
    return container;
  }
}
