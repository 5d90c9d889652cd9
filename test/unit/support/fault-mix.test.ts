import { describe, expect, test } from "vitest";
import { faultSpecSchema } from "../../../infra/sandbox/faults/fault-plan.ts";
import { faultMix } from "../../support/fault-mix.ts";

describe("faultMix", () => {
  test("causes no faults at a rate of 0", () => {
    expect(faultMix(0)).toBe("");
  });

  test.each([0.02, 0.15, 0.35])("makes %f of the responses faulty for a request that every kind fits", (rate) => {
    const faults = faultSpecSchema.parse(faultMix(rate)).filter(({ kind }) => kind !== "token");
    const sound = faults.reduce((left, { share }) => left * (1 - share), 1);
    expect(1 - sound).toBeCloseTo(rate, 4);
  });
});
