import { describe, expect, it } from "vitest";
import { judgeAudit } from "../../supply-chain/judge-audit.ts";

const advisory = {
  ...{ source: 1_097_000, name: "minimist", dependency: "minimist", title: "Prototype pollution" },
  ...{ url: "https://github.com/advisories/GHSA-xvch-5gv4-984h", severity: "critical", range: "<0.2.4" },
};
const found = {
  auditReportVersion: 2,
  vulnerabilities: {
    minimist: { name: "minimist", severity: "critical", via: [advisory], effects: ["mkdirp"] },
    mkdirp: { name: "mkdirp", severity: "critical", via: ["minimist"], effects: [] },
  },
};
const nothing = { auditReportVersion: 2, vulnerabilities: {} };
const allowance = { advisory: "GHSA-xvch-5gv4-984h", reason: "only tests use it", until: "2026-12-31" };
const faults = (output: unknown, allowed = [allowance], day = "2026-11-23") => judgeAudit(output, allowed, day).faults;

describe("npm audit", () => {
  it("fails for an advisory that isn't allowed, once, however many packages it reaches", () => {
    expect(faults(found, [])).toEqual(["GHSA-xvch-5gv4-984h: minimist (critical): Prototype pollution"]);
    expect(faults(nothing, [])).toEqual([]);
  });

  it("passes an allowed one until the day in the list, and no longer", () => {
    expect(faults(found)).toEqual([]);
    expect(faults(found, [allowance], "2026-12-31")).toEqual([]);
    expect(faults(found, [allowance], "2027-01-01")).toEqual([
      "GHSA-xvch-5gv4-984h: was allowed until 2026-12-31: fix it, or judge it again",
    ]);
  });

  it.each(["2027-02-24", "some day"])("fails for an allowance until %s, which would never be reviewed", (until) => {
    expect(faults(found, [{ ...allowance, until }])).toEqual([
      `GHSA-xvch-5gv4-984h: ${until} is no day within three months`,
    ]);
    expect(faults(found, [{ ...allowance, until: "2027-02-23" }])).toEqual([]);
  });

  it("fails for an unneeded allowance", () => {
    expect(faults(nothing)).toEqual(["GHSA-xvch-5gv4-984h: nothing here has it any more: take it off the list"]);
  });

  it.each([
    {
      message: "405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk",
      ...{ method: "POST", uri: "https://registry.example/-/npm/v1/security/advisories/bulk", statusCode: 405 },
    },
    {
      message: "request to https://registry.example/-/npm failed, reason: getaddrinfo ENOTFOUND registry.example",
      error: {},
    },
  ])("isn't available if the registry doesn't respond: $message", (output) => {
    expect(judgeAudit(output, [allowance], "2027-01-01")).toEqual({ outcome: "unavailable", faults: [] });
  });

  it("doesn't pass when npm itself fails", () => {
    expect(() =>
      judgeAudit({ error: { code: "ENOLOCK", summary: "This command requires a lockfile" } }, [], ""),
    ).toThrow("ENOLOCK");
  });
});
