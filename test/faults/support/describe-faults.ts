import { afterAll, describe, test } from "vitest";
import { type Covered, Faults, type UseCase } from "./every-fault.ts";

/** Runs use cases under every fault, beside another worker and, if they are short, under every pair of faults. */
export function describeFaults(group: string, useCases: readonly UseCase[]): void {
  describe(group, () => {
    const lines: string[] = [];
    const note = (name: string, how: string, { points, calls }: Covered) => {
      lines.push(`faults: ${name}: ${points} points ${how} (${calls} calls)`);
    };
    afterAll(() => {
      process.stdout.write(`${lines.join("\n")}\n`);
    });
    describe.each(useCases)("$name", (useCase) => {
      test("ends the same whichever call fails", async () => {
        note(useCase.name, "of single faults", await (await Faults.of(useCase)).every());
      });
      if (useCase.alone !== true)
        test("ends the same with a second worker at any call", async () => {
          note(useCase.name, "beside another worker", await (await Faults.of(useCase)).interleaved());
        });
      if (useCase.inPairs === true)
        test("ends the same whichever two calls fail", async () => {
          note(useCase.name, "of pairs of faults", await (await Faults.of(useCase)).pairs());
        });
    });
  });
}
