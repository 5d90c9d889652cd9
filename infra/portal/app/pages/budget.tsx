import { useRef } from "preact/hooks";
import type { Schemas } from "../api/reads.ts";
import { Card, Todo } from "../components/page.tsx";
import { type BudgetRead, budgetPace, withBudgetRead } from "../logic/budget-pace.ts";
import { stretchWords } from "../logic/feed-words.ts";
import { budgetText as words } from "../strings/budget.ts";
import { text } from "../strings/shared.ts";

type Budget = Schemas["Budget"];

/** What an instance's feeds share, whether it is enough for its owners, and what became of it. */
export function BudgetCard({ budget, stretch }: { budget: Budget; stretch: number | undefined }) {
  return (
    <Card title={words.budget}>
      {stretch !== undefined && <Stretch stretch={stretch} />}
      <Figures budget={budget} />
    </Card>
  );
}

/** How much was granted and used, how much is left, and how fast that goes lately. */
function Figures({ budget }: { budget: Budget }) {
  const { requestsPerSecond, current, unspent, total } = budget;
  const pace = budgetPace(useReads(budget));
  const isLowered = current < requestsPerSecond;
  return (
    <>
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
        </div>
      </dl>
      <p class="small soft">
        {isLowered ? words.lowered(requestsPerSecond, current) : words.share(requestsPerSecond)} {words.whatIsntNeeded}{" "}
        {pace === undefined ? words.sinceItIsRead : words.lately(Math.round(pace.seconds))}
      </p>
    </>
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

/** How much longer owners wait than configured, because the budget is short. */
function Stretch({ stretch }: { stretch: number }) {
  const { times } = stretchWords(stretch);
  const words = text.feeds.stretch;
  if (times === undefined) return <p class="small soft">{words.none}</p>;
  return (
    <Todo level="warn" title={words.title(times)}>
      {words.advice}
    </Todo>
  );
}
