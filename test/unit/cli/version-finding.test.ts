import { expect, test } from "vitest";
import { versionFinding } from "../../../infra/cli/doctor/finding.ts";

test("doctor takes another patch of the bridge for fine, and says what to do about another release", () => {
  expect(versionFinding("1.4.0", "1.4.2")).toMatchObject({ isFine: true, text: "the bridge is 1.4.0" });
  for (const theirs of ["1.3.9", "2.4.2"]) {
    expect(versionFinding(theirs, "1.4.2")).toMatchObject({
      isFine: false,
      text: `the bridge is ${theirs}, this program 1.4.2`,
      nextStep: `Use the program of the bridge's version: npx feedhook@${theirs}`,
    });
  }
});
