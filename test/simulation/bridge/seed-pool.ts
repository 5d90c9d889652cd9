import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const worker = fileURLToPath(new URL("seed-worker-main.ts", import.meta.url));
const answer = z.object({ seed: z.int(), violations: z.array(z.string()), reported: z.int(), dials: z.int() });
export type SeedResult = z.infer<typeof answer>;

/** A seed that takes longer (ms) hangs. It takes seconds, and minutes on a very busy machine. */
const longest = 1_200_000;

export type SeedProcessOptions = { readonly env?: NodeJS.ProcessEnv; readonly execArgv?: readonly string[] };

/** A separate process that runs seeds. It is started with the first one. */
export class SeedProcess {
  readonly #options: SeedProcessOptions;
  #child: ChildProcess | undefined;

  constructor(options: SeedProcessOptions = {}) {
    this.#options = options;
  }

  async run(seed: number): Promise<SeedResult> {
    const { env = {}, execArgv = [] } = this.#options;
    const child = (this.#child ??= fork(worker, [], {
      env: { ...process.env, ...env },
      execArgv: [...execArgv],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    }));
    let said = "";
    const listen = (chunk: Buffer) => {
      said = `${said}${chunk.toString("utf8")}`.slice(-2_000);
    };
    child.stderr?.on("data", listen);
    const broken = (what: string): SeedResult => {
      this.stop();
      return { seed, violations: [`${what}: ${said}`], reported: 0, dials: 0 };
    };
    const result = await new Promise<SeedResult>((resolve) => {
      const timer = setTimeout(() => {
        resolve(broken("the seed hangs"));
      }, longest);
      child.once("message", (message) => {
        clearTimeout(timer);
        resolve(answer.parse(message));
      });
      child.once("exit", () => {
        clearTimeout(timer);
        resolve(broken("the process ended"));
      });
      child.send(seed);
    });
    child.removeAllListeners("message");
    child.removeAllListeners("exit");
    child.stderr?.off("data", listen);
    return result;
  }

  stop(): void {
    this.#child?.removeAllListeners("exit");
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}
