import { expect, it } from "vitest";
import { foreignLicences } from "../../supply-chain/foreign-licences.ts";

const made = (name: string, licenses?: ({ license: { id: string } } | { expression: string })[]) => ({
  ...{ "bom-ref": `${name}@1.0.0`, name, version: "1.0.0" },
  ...(licenses !== undefined && { licenses }),
});

it("the check names packages under a licence that isn't allowed, and those without one", () => {
  const components = [
    made("free", [{ license: { id: "MIT" } }]),
    made("either", [{ expression: "(MIT OR GPL-3.0-or-later)" }]),
    made("copyleft", [{ license: { id: "AGPL-3.0-only" } }]),
    made("both", [{ license: { id: "MIT" } }, { license: { id: "SSPL-1.0" } }]),
    made("silent"),
  ];
  expect(foreignLicences(components, new Set(["MIT", "(MIT OR GPL-3.0-or-later)"]))).toEqual([
    "copyleft@1.0.0: AGPL-3.0-only",
    "both@1.0.0: MIT, SSPL-1.0",
    "silent@1.0.0: says no licence",
  ]);
});
