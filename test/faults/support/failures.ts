/** Points with different ends, by their difference. */
export class Failures {
  readonly #points = new Map<string, string[]>();

  get many(): number {
    return [...this.#points.values()].flat().length;
  }

  get text(): string {
    const shown = [...this.#points].slice(0, 8).map(([wrong, points]) => {
      const more = points.length > 4 ? `\nand ${points.length - 4} more` : "";
      return `${points.slice(0, 4).join("\n")}${more}:\n${wrong}`;
    });
    return shown.join("\n\n");
  }

  add(wrong: string, point: string): void {
    // Set only by `npm run slips`, which needs just one failure.
    if (process.env["FEEDHOOK_FIRST_FAILURE"] !== undefined) throw new Error(`${point}:\n${wrong}`);
    this.#points.set(wrong, [...(this.#points.get(wrong) ?? []), point]);
  }
}
