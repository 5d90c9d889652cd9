import { functions } from "../../../shared/kernel/function-topology.ts";
import { durations, prices } from "./prices.ts";

type InvokedFunction = Exclude<keyof typeof functions, "api" | "poll" | "canary">;

/** The usage by line of the bill. */
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

  /** Forgets earlier usage, which belongs to no figure. */
  clear(): void {
    this.#uses.clear();
  }

  /** This bill `times` over, minus another: the bill of an idle time, or of fewer subscribers. */
  less(other: Bill, times = 1): Bill {
    const rest = this.times(times);
    for (const [line, { amount, price }] of other.#uses) rest.add(line, -amount, price);
    return rest;
  }

  times(times: number): Bill {
    const product = new Bill();
    for (const [line, { amount, price }] of this.#uses) product.add(line, amount * times, price);
    return product;
  }

  /** The lines that `counts` accepts. */
  select(counts: (line: string) => boolean): Bill {
    const part = new Bill();
    for (const [line, { amount, price }] of this.#uses) if (counts(line)) part.add(line, amount, price);
    return part;
  }

  /** Dollars. */
  total(): number {
    return [...this.#uses.values()].reduce((sum, { amount, price }) => sum + amount * price, 0);
  }

  /** Amounts and dollars, with the most expensive line first and negative lines last. */
  lines(): { readonly line: string; readonly amount: number; readonly dollars: number }[] {
    return [...this.#uses]
      .map(([line, { amount, price }]) => ({ line, amount, dollars: amount * price }))
      .sort((one, other) => other.dollars - one.dollars);
  }
}
