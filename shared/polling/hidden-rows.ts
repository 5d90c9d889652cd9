import type { Source, SourceAnswer, SourcePage } from "../source/source.ts";

type Failed = Exclude<SourceAnswer<SourcePage>, { outcome: "ok" }>;

/** Whether lists leave out inactive rows unless asked (hazard 28); undefined where no inactive row can tell. */
export async function learnHidesInactive(
  source: Source,
  resourcePath: string,
): Promise<{ readonly hides: boolean | undefined } | Failed> {
  const totals: number[] = [];
  for (const filter of [{}, { isActive: "true" }, { isActive: "false" }]) {
    const answer = await source.page({ path: resourcePath, query: { ...filter, limit: "1" } });
    if (answer.outcome === "badRequest") return { hides: undefined };
    if (answer.outcome !== "ok") return answer;
    totals.push(answer.value.totalItems ?? 0);
  }
  const [all = 0, active = 0, inactive = 0] = totals;
  return { hides: inactive === 0 ? undefined : all < active + inactive };
}
