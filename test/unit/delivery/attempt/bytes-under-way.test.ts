import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BytesUnderWay } from "../../../../shared/delivery/attempt/bytes-under-way.ts";

/** Attempts that end when `end` is called. */
function attempts(most: number) {
  const bytes = new BytesUnderWay(most);
  const running: { readonly partner: string; readonly size: number; readonly end: () => Promise<void> }[] = [];
  const begin = (partner: string, size: number): boolean => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const before = running.length;
    const ended: Promise<unknown> = bytes.within(partner, size, async () => {
      const end = async () => {
        resolve("done");
        await ended;
      };
      running.push({ partner, size, end });
      return promise;
    });
    return running.length > before;
  };
  return { bytes, begin, running };
}

describe("the events of attempts under way", () => {
  it("leave each partner half of what the others don't hold", () => {
    const { begin } = attempts(100);
    const begun = (partner: string) => Array.from({ length: 10 }, () => begin(partner, 10)).filter(Boolean).length;
    expect([begun("a"), begun("b"), begun("c")]).toEqual([5, 2, 1]);
  });

  it("include at least one of each partner, however large it is", () => {
    const { begin } = attempts(100);
    expect([begin("a", 1_000), begin("a", 1), begin("b", 1_000), begin("b", 1)]).toEqual([true, false, true, false]);
  });

  it("include small ones of each partner, however much the others hold", () => {
    const { begin } = attempts(6_400);
    for (let n = 0; n < 20; n += 1) begin(`large ${n}`, 6_400);
    expect([begin("a", 60), begin("a", 40), begin("a", 1)]).toEqual([true, true, false]);
  });

  it("make room when an attempt ends, even if it fails", async () => {
    const { bytes, begin, running } = attempts(100);
    await expect(bytes.within("a", 50, () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    expect([begin("a", 50), begin("a", 1)]).toEqual([true, false]);
    await running[0]?.end();
    expect(begin("a", 50)).toBe(true);
  });

  it("never exceed the limit, apart from one of each partner", async () => {
    const step = fc.record({ partner: fc.constantFrom("a", "b", "c"), size: fc.integer({ min: 1, max: 60 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(step, fc.constant("end" as const)), { maxLength: 60 }), async (steps) => {
        const { begin, running } = attempts(100);
        for (const one of steps) {
          if (one === "end") await running.shift()?.end();
          else begin(one.partner, one.size);
          const partners = Map.groupBy(running, ({ partner }) => partner);
          const beyondOne = [...partners.values()].filter(({ length }) => length > 1).flat();
          expect(beyondOne.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
