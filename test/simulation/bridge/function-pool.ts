import { functions } from "../../../shared/kernel/function-topology.ts";
import type { FunctionName } from "../../../shared/kernel/topology.ts";
import { FunctionProcess } from "./function-process.ts";
import type { Ground } from "./ground.ts";

/** A function's handler in one container, whatever it is called with. */
export type Invoke = (event: unknown) => Promise<unknown>;

type Container = { readonly process: FunctionProcess; readonly invoke: Invoke; busy: number };

export type Invocation =
  | { readonly outcome: "done"; readonly result: unknown }
  /** The function threw, ran out of time, or its process died. */
  | { readonly outcome: "failed" };

/** How often an idle container has been taken away when it is needed again. */
const coldStarts = 0.03;

/** The containers of one function: started when there is work, reused, and gone when their process dies. */
export class FunctionPool {
  readonly #name: FunctionName;
  readonly #ground: Ground;
  readonly #start: (process: FunctionProcess) => Invoke;
  #containers: Container[] = [];
  #started = 0;

  constructor(name: FunctionName, ground: Ground, start: (process: FunctionProcess) => Invoke) {
    this.#name = name;
    this.#ground = ground;
    this.#start = start;
  }

  async invoke(event: unknown): Promise<Invocation> {
    const container = this.#take();
    container.busy += 1;
    const { process, invoke } = container;
    const { timeoutSeconds } = functions[this.#name];
    let over = false;
    this.#ground.clock.at(this.#ground.clock.now() + timeoutSeconds * 1_000, () => {
      if (!over) process.die("as its time is up");
    });
    const outcome = await Promise.race([
      invoke(event).then(
        (result): Invocation => ({ outcome: "done", result }),
        (error: unknown): Invocation => {
          this.#ground.trace.note(process.name, `fails: ${error instanceof Error ? error.message : String(error)}`);
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
    this.#ground.calls += 1;
    return outcome;
  }

  #take(): Container {
    const { conditions } = this.#ground;
    this.#containers = this.#containers.filter(
      ({ process, busy }) => !process.isDead && !(busy === 0 && this.#ground.chance(coldStarts)),
    );
    const free = this.#containers.filter(({ busy }) => busy === 0 || !conditions.oneAtATime);
    const known = this.#ground.pick(free);
    if (known !== undefined) return known;
    this.#started += 1;
    const process = new FunctionProcess(`${this.#name}-${this.#started}`, this.#ground);
    const container = { process, invoke: this.#start(process), busy: 0 };
    this.#containers.push(container);
    return container;
  }
}
