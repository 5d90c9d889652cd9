import { functions } from "../../../shared/kernel/function-topology.ts";
import { durations, prices } from "./prices.ts";

type InvokedFunction = Exclude<keyof typeof functions, "api" | "poll" | "canary">;

/** What was used, by line of the bill. */
export class Bill {
  readonly #uses = new Map<string, { amount: number; price: number }>();

  add(line: string, amount: number, price: number): void {
    const { amount: before = 0 } = this.#uses.get(line) ?? {};
    this.#uses.set(line, { amount: before + amount, price });
  }

  writeUnits(table: string, units: number): void {
    this.add(`${table}: write units`, units, prices.writeUnits / 1e6);
  }

  readUnits(table: string, units: number): void {
    this.add(`${table}: read units`, units, prices.readUnits / 1e6);
  }

  queueRequests(queue: string, requests: number): void {
    this.add(`queue ${queue}: requests`, requests, prices.queueRequests / 1e6);
  }

  invocation(name: InvokedFunction): void {
    this.#functionTime(name, durations[name]);
  }

  pollInvocation(ms: number): void {
    this.#functionTime("poll", ms);
  }

  #functionTime(name: keyof typeof functions, ms: number): void {
    const gb = functions[name].memoryMb / 1_024;
    this.add(`function ${name}: invocations`, 1, prices.invocations / 1e6);
    this.add(`function ${name}: GB seconds`, (gb * ms) / 1_000, prices.functionTime);
  }

  /** Forgets what was used: what came before belongs to no figure. */
  clear(): void {
    this.#uses.clear();
  }

  /** Takes off what another bill has: of a time in which nothing happened. */
  less(other: Bill): void {
    for (const [line, { amount, price }] of other.#uses) this.add(line, -amount, price);
  }

  copy(): Bill {
    const copy = new Bill();
    for (const [line, { amount, price }] of this.#uses) copy.add(line, amount, price);
    return copy;
  }

  /** Dollars, of the lines that `counts` if it is given. */
  total(counts: (line: string) => boolean = () => true): number {
    return [...this.#uses].reduce((sum, [line, { amount, price }]) => sum + (counts(line) ? amount * price : 0), 0);
  }

  /** Amounts and dollars `times` over, dearest first. */
  lines(times: number): { readonly line: string; readonly amount: number; readonly dollars: number }[] {
    return [...this.#uses]
      .map(([line, { amount, price }]) => ({ line, amount: amount * times, dollars: amount * price * times }))
      .sort((one, other) => other.dollars - one.dollars);
  }
}
