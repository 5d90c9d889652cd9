import crypto from "node:crypto";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

/** One way in which a step on a disk may go wrong. */
export type StepFault = "rejects" | "takes effect and rejects" | "ends before" | "ends after";
export const stepFaults: readonly StepFault[] = ["rejects", "takes effect and rejects", "ends before", "ends after"];
export type Step = { readonly name: string; readonly on: string };

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- functions of Node of any kind
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

/**
 * Numbers what a command of one machine does to files and to the store, and has one such step go wrong. A process that has ended
 * changes nothing more; the system closes its files.
 */
export class Steps {
  readonly seen: Step[] = [];
  readonly #at: number;
  readonly #fault: StepFault | undefined;
  readonly #originals: (Place & { readonly value: Function })[] = [];
  readonly #connections = new Set<DatabaseSync>();
  #isDead = false;

  constructor(at = 0, fault?: StepFault) {
    this.#at = at;
    this.#fault = fault;
  }

  /** Runs a command under the fault; false where it failed. */
  async run(command: () => Promise<void>): Promise<boolean> {
    for (const place of steps) this.#replace(place, (original) => this.#step(place, original));
    const connections = this.#connections;
    this.#replace(
      { of: DatabaseSync.prototype, name: "prepare" },
      (original) =>
        function (this: DatabaseSync, ...parameters) {
          connections.add(this);
          return original.apply(this, parameters);
        },
    );
    syncBuiltinESMExports();
    try {
      await command();
      return true;
    } catch {
      return false;
    } finally {
      for (const { of, name, value } of this.#originals) Object.assign(of, { [name]: value });
      syncBuiltinESMExports();
      if (this.#isDead) for (const connection of connections) if (connection.isOpen) connection.close();
    }
  }

  #replace(place: Place, by: (original: Function) => Function): void {
    const value: Function = Reflect.get(place.of, place.name);
    this.#originals.push({ ...place, value });
    Object.assign(place.of, { [place.name]: by(value) });
  }

  #step({ of, name }: Place, original: Function): Function {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- `this` is that of Node's function below
    const steps = this;
    return function (...parameters) {
      if (of === DatabaseSync.prototype) steps.#connections.add(this);
      const fault = steps.#next(name, parameters);
      const callback = of === fs && takesCallback.has(name) ? parameters.at(-1) : undefined;
      const refuse = () => {
        if (callback === undefined) throw failed();
        process.nextTick(callback, failed());
      };
      if (fault === "ends before" || fault === "rejects") {
        refuse();
        return;
      }
      if (fault === undefined) return original.apply(this, parameters);
      if (callback === undefined) {
        const result = original.apply(this, parameters);
        if (!(result instanceof Promise)) throw failed();
        return result.then(() => {
          throw failed();
        });
      }
      return original.apply(this, [...parameters.slice(0, -1), () => callback(failed())]);
    };
  }

  #next(name: string, [first]: readonly unknown[]): StepFault | undefined {
    if (this.#isDead) return "ends before";
    this.seen.push({ name, on: typeof first === "string" ? first.slice(0, 120) : "" });
    if (this.seen.length !== this.#at) return undefined;
    this.#isDead = this.#fault?.startsWith("ends") === true;
    return this.#fault;
  }
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
