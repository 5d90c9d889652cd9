const perDecade = 200;
const decades = 9;

/** Detection delays in a histogram with bins 1.2 % wide, so that millions take no memory. */
export class Delays {
  readonly #bins = new Float64Array(perDecade * decades);
  #sum = 0;
  #count = 0;

  add(ms: number): void {
    const bin = Math.floor(Math.log10(Math.max(1, ms)) * perDecade);
    const at = Math.min(bin, this.#bins.length - 1);
    this.#bins[at] = (this.#bins[at] ?? 0) + 1;
    this.#sum += ms;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  get mean(): number {
    return this.#sum / Math.max(1, this.#count);
  }

  get p99(): number {
    let left = 0.99 * this.#count;
    const at = this.#bins.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return 10 ** ((at + 1) / perDecade);
  }
}
