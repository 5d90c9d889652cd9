import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

/** One way in which a step on a disk may go wrong. */
export type StepFault = "rejects" | "takes effect and rejects" | "ends before" | "ends after";
export const stepFaults: readonly StepFault[] = ["rejects", "takes effect and rejects", "ends before", "ends after"];
export type Step = { readonly name: string; readonly on: string };

// oxlint-disable-next-line typescript/no-explicit-any -- functions of Node of any kind
type Function = (this: any, ...parameters: any[]) => any;
type Place = { readonly of: object; readonly name: string };

/** What changes files. A stream writes by those of `fs` that take a callback. */
const files: readonly string[] = [
  ...["mkdirSync", "mkdtempSync", "writeFileSync", "renameSync", "linkSync", "rmSync", "chmodSync", "fdatasyncSync"],
  ...["openSync", "open", "write", "writev"],
];
const steps: readonly Place[] = [
  ...files.map((name) => ({ of: fs, name })),
  { of: fs.promises, name: "open" },
  { of: DatabaseSync.prototype, name: "exec" },
  { of: StatementSync.prototype, name: "run" },
];
const takesCallback = new Set(["open", "write", "writev"]);

const failed = () => Object.assign(new Error("EIO: i/o error"), { code: "EIO" });

/** Whose steps are taken now: a process that has ended may still have calls to make, which do nothing. */
const current = new AsyncLocalStorage<Steps>();

/**
 * Numbers what a command of one machine does to files and to the store, and has one such step go wrong. A process that has ended
 * changes nothing more; the system closes its files.
 */
export class Steps {
  readonly seen: Step[] = [];
  readonly #at: number;
  readonly #fault: StepFault | undefined;
  readonly #connections = new Set<DatabaseSync>();
  readonly #ended: Promise<false>;
  #end: () => void = () => undefined;
  #isDead = false;

  constructor(at = 0, fault?: StepFault) {
    this.#at = at;
    this.#fault = fault;
    this.#ended = new Promise((resolve) => {
      this.#end = () => {
        this.#isDead = true;
        // What the ended process does in the same turn still finds its files open.
        setImmediate(() => {
          resolve(false);
        });
      };
    });
  }

  /** Runs a command under the fault; false where it failed or ended. */
  async run(command: () => Promise<void>): Promise<boolean> {
    const work = current.run(this, command).then(
      () => true,
      () => false,
    );
    const isDone = await Promise.race([work, this.#ended]);
    if (this.#isDead) for (const connection of this.#connections) if (connection.isOpen) connection.close();
    return isDone;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  opens(connection: DatabaseSync): void {
    this.#connections.add(connection);
  }

  /** What is to become of a step that is taken now. */
  next(name: string, first: unknown): StepFault | undefined {
    if (this.#isDead) return "ends before";
    this.seen.push({ name, on: typeof first === "string" ? first.slice(0, 120) : "" });
    if (this.seen.length !== this.#at) return undefined;
    if (this.#fault?.startsWith("ends") === true) this.#end();
    return this.#fault;
  }
}

/** Has the steps of a file run through {@link Steps}; returns what ends that. */
export function watchSteps(): () => void {
  const originals: (Place & { readonly value: Function })[] = [];
  const replace = (place: Place, by: (original: Function) => Function) => {
    const value: Function = Reflect.get(place.of, place.name);
    originals.push({ ...place, value });
    Object.assign(place.of, { [place.name]: by(value) });
  };
  for (const place of steps) replace(place, (original) => watched(place, original));
  replace(
    { of: DatabaseSync.prototype, name: "prepare" },
    (original) =>
      function (this: DatabaseSync, ...parameters) {
        current.getStore()?.opens(this);
        return original.apply(this, parameters);
      },
  );
  syncBuiltinESMExports();
  return () => {
    for (const { of, name, value } of originals) Object.assign(of, { [name]: value });
    syncBuiltinESMExports();
  };
}

function watched({ of, name }: Place, original: Function): Function {
  return function (...parameters) {
    const steps = current.getStore();
    if (of === DatabaseSync.prototype) steps?.opens(this);
    const [first] = parameters;
    // The system takes back what an ended process had begun, and a device keeps nothing.
    if (steps?.isDead === true && first === "ROLLBACK") return undefined;
    const fault = String(first).startsWith("/dev/") ? undefined : steps?.next(name, first);
    if (fault === undefined) return original.apply(this, parameters);
    const callback: Function | undefined = of === fs && takesCallback.has(name) ? parameters.at(-1) : undefined;
    const isBefore = fault === "ends before" || fault === "rejects";
    if (callback !== undefined) {
      const refuse = () => callback(failed());
      if (isBefore) {
        process.nextTick(refuse);
        return undefined;
      }
      return original.apply(this, [...parameters.slice(0, -1), refuse]);
    }
    if (isBefore) throw failed();
    const result = original.apply(this, parameters);
    if (!(result instanceof Promise)) throw failed();
    return result.then(() => {
      throw failed();
    });
  };
}

/** Makes keys of passphrases at once: what makes it slow is no step. */
export function quickKeys(): () => void {
  const { scryptSync } = crypto;
  Object.assign(crypto, {
    scryptSync: (passphrase: string, salt: Uint8Array) =>
      crypto.createHash("sha256").update(passphrase).update(salt).digest(),
  });
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { scryptSync });
    syncBuiltinESMExports();
  };
}
