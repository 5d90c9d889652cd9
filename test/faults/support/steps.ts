import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

/** A possible fault in a step on a disk. */
export type StepFault = "rejects" | "takes effect and rejects" | "ends before" | "ends after";
export const stepFaults: readonly StepFault[] = ["rejects", "takes effect and rejects", "ends before", "ends after"];
export type Step = { readonly name: string; readonly on: string };

// oxlint-disable-next-line typescript/no-explicit-any -- functions of Node of any kind
type Function = (this: any, ...parameters: any[]) => any;
type Place = { readonly of: object; readonly name: string };

/** The functions that change files. A stream writes through those of `fs` with callbacks. */
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

/** The current process. The calls of an ended process do nothing. */
const current = new AsyncLocalStorage<Steps>();

/**
 * Numbers a single-machine command's steps on files and the store, and fails one of them. An ended process changes
 * nothing more, and the system closes its files.
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
        // The ended process still finds its files open in the same turn.
        setImmediate(() => {
          resolve(false);
        });
      };
    });
  }

  /** Runs a command under the fault; false if it failed or ended. */
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

  /** The fate of the current step. */
  next(name: string, first: unknown): StepFault | undefined {
    if (this.#isDead) return "ends before";
    this.seen.push({ name, on: typeof first === "string" ? first.slice(0, 120) : "" });
    if (this.seen.length !== this.#at) return undefined;
    if (this.#fault?.startsWith("ends") === true) this.#end();
    return this.#fault;
  }
}

/** Runs a file's steps through {@link Steps}; returns the function that ends this. */
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
    // The system discards what an ended process had begun, and a device keeps nothing.
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

/** Derives keys from passphrases immediately, because the slow part is no step. */
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
