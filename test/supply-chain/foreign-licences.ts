import type { Component } from "../../infra/packages/sbom.ts";

/** Components whose licence isn't allowed, or isn't known, each with its statement. */
export function foreignLicences(components: Iterable<Component>, allowed: ReadonlySet<string>): readonly string[] {
  return [...components].flatMap(({ "bom-ref": ref, licenses = [] }) => {
    const names = licenses.map((one) => ("expression" in one ? one.expression : one.license.id));
    if (names.length > 0 && names.every((name) => allowed.has(name))) return [];
    return [`${ref}: ${names.length === 0 ? "says no licence" : names.join(", ")}`];
  });
}
