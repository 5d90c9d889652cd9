import { describe, expect, test } from "vitest";
import { faultSpecSchema } from "../../../infra/sandbox/faults/fault-plan.ts";
import { faultMix } from "../../support/fault-mix.ts";

describe("faultMix", () => {
  test("nothing is wrong where the rate is 0", () => {
    expect(faultMix(0)).toBe("");
  });

  test.each([0.02, 0.15, 0.35])("of a request that every kind fits, %f of the answers are faulty", (rate) => {
    const faults = faultSpecSchema.parse(faultMix(rate)).filter(({ kind }) => kind !== "token");
    const sound = faults.reduce((left, { share }) => left * (1 - share), 1);
    expect(1 - sound).toBeCloseTo(rate, 4);
  });
});
