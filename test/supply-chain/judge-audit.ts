import * as z from "zod";
import type { Allowance } from "./allowed.ts";

const advisory = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });

/**
 * What `npm audit --json` prints when it reached the registry. A package that is vulnerable only through a dependency
 * names that, and no advisory.
 */
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([advisory, z.string()])) })),
});

/** What it prints without a usable registry response, for example from a proxy or a mirror. */
const refusal = z.union([
  z.object({ method: z.string(), uri: z.string() }),
  z.object({ message: z.string().regex(/^request to |network|ENOTFOUND|ECONNREFUSED/) }),
]);

/** The longest time (ms) for which an advisory may be allowed: three months. */
const longest = 92 * 86_400_000;

export type AuditVerdict = { readonly outcome: "judged" | "unavailable"; readonly faults: readonly string[] };

/** Judges the output of `npm audit` by the allow list on a day (2026-11-23). Throws for any other output. */
export function judgeAudit(output: unknown, allowed: readonly Allowance[], day: string): AuditVerdict {
  const audited = report.safeParse(output);
  if (!audited.success) {
    if (refusal.safeParse(output).success) return { outcome: "unavailable", faults: [] };
    throw new Error(`npm audit failed: ${JSON.stringify(output)}`);
  }
  const found = new Map<string, z.infer<typeof advisory>>();
  for (const { via } of Object.values(audited.data.vulnerabilities)) {
    for (const each of via) if (typeof each !== "string") found.set(each.url.split("/").at(-1) ?? each.url, each);
  }
  const open = [...found].filter(([id]) => !allowed.some((one) => one.advisory === id));
  const over = allowed.filter(({ advisory: id, until }) => found.has(id) && until < day);
  const long = allowed.filter(({ until }) => !(Date.parse(until) - Date.parse(day) <= longest));
  const needless = allowed.filter(({ advisory: id }) => !found.has(id));
  return {
    outcome: "judged",
    faults: [
      ...open.map(([id, { name, title, severity }]) => `${id}: ${name} (${severity}): ${title}`),
      ...over.map(({ advisory: id, until }) => `${id}: was allowed until ${until}: fix it, or judge it again`),
      ...long.map(({ advisory: id, until }) => `${id}: ${until} is no day within three months`),
      ...needless.map(({ advisory: id }) => `${id}: nothing here has it any more: take it off the list`),
    ],
  };
}
