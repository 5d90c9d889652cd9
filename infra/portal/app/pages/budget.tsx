import { useRef } from "preact/hooks";
import type { Schemas } from "../api/reads.ts";
import { type BudgetRead, budgetPace, withBudgetRead } from "../logic/budget-pace.ts";
import { budgetText as words } from "../strings/budget.ts";

type Budget = Schemas["Budget"];

/** What an instance's feeds share: how much of it was granted and used, how much is left, and how fast that goes lately. */
export function BudgetFigures({ budget }: { budget: Budget }) {
  const { requestsPerSecond, current, unspent, total } = budget;
  const pace = budgetPace(useReads(budget));
  const isLowered = current < requestsPerSecond;
  return (
    <section aria-label={words.budget}>
      <dl class="numbers">
        {(["granted", "used", "givenBack"] as const).map((name) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd>{total[name].toLocaleString("en")}</dd>
            {pace !== undefined && <dd class="small soft">{words.perSecond(pace[name])}</dd>}
          </div>
        ))}
        <div>
          <dt>{words.unspent}</dt>
          <dd>{unspent.toLocaleString("en")}</dd>
          {unspent < 1 && <dd class="small soft">{words.itIsShort}</dd>}
        </div>
      </dl>
      <p class="small soft">
        {isLowered ? words.lowered(requestsPerSecond, current) : words.share(requestsPerSecond)}{" "}
        {pace === undefined ? words.sinceItIsRead : words.lately(Math.round(pace.seconds))}
      </p>
    </section>
  );
}

/** The totals as they came while the page is open. */
function useReads(budget: Budget): readonly BudgetRead[] {
  const seen = useRef<{ of?: Budget; reads: readonly BudgetRead[] }>({ reads: [] });
  if (seen.current.of !== budget) {
    const read = { at: Date.now(), total: budget.total };
    seen.current = { of: budget, reads: withBudgetRead(seen.current.reads, read) };
  }
  return seen.current.reads;
}
