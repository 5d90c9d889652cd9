import { useRef } from "preact/hooks";
import type { Schemas } from "../api/reads.ts";
import { Card, Todo } from "../components/page.tsx";
import { stretchWords } from "../logic/feed-words.ts";
import { plural, rate } from "../logic/plural.ts";

type Budget = Schemas["Budget"];

export function BudgetCard({ budget, stretch }: { budget: Budget; stretch: number | undefined }) {
  return (
    <Card title="Request budget">
      {stretch !== undefined && <Stretch stretch={stretch} />}
      <Figures budget={budget} />
    </Card>
  );
}

const figures = [
  ["granted", "Requests granted"],
  ["used", "Used"],
  ["givenBack", "Returned unused"],
] as const;

function Figures({ budget }: { budget: Budget }) {
  const { requestsPerSecond, current, unspent, total } = budget;
  const pace = budgetPace(useReads(budget));
  const isLowered = current < requestsPerSecond;
  const shared = plural(requestsPerSecond, "request per second", "requests per second");
  return (
    <>
      <dl class="numbers">
        {figures.map(([name, title]) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{total[name].toLocaleString("en")}</dd>
            {pace !== undefined && <dd class="small soft">{`${rate(pace[name])} per second`}</dd>}
          </div>
        ))}
        <div>
          <dt>Available now</dt>
          <dd>{unspent.toLocaleString("en")}</dd>
        </div>
      </dl>
      <p class="small soft">
        {isLowered
          ? `All feeds share ${shared}, currently lowered to ${rate(current)} because the source recently rejected requests, failed, or responded slowly.`
          : `All feeds share ${shared}.`}{" "}
        If a poll doesn't use all its requests, other polls get the rest. The totals cover the time since the instance
        was connected.
        {pace !== undefined && ` The rates cover the last ${Math.round(pace.seconds)} seconds.`}
      </p>
    </>
  );
}

/** Each response from the API is a new `budget` object, which adds a read. */
function useReads(budget: Budget): readonly BudgetRead[] {
  const seen = useRef<{ of?: Budget; reads: readonly BudgetRead[] }>({ reads: [] });
  if (seen.current.of !== budget) {
    const read = { at: Date.now(), total: budget.total };
    seen.current = { of: budget, reads: withBudgetRead(seen.current.reads, read) };
  }
  return seen.current.reads;
}

function Stretch({ stretch }: { stretch: number }) {
  const { times } = stretchWords(stretch);
  if (times === undefined)
    return <p class="small soft">The budget is large enough to read every owner as often as configured.</p>;
  return (
    <Todo level="warn" title={`Owners wait up to ${times} times as long as configured`}>
      The request rate is too low for this number of owners, so Feedhook visits quiet owners less often. It finds their
      document changes later, but doesn't miss any. Raise the instance's requests per second if the source allows it.
    </Todo>
  );
}

type Total = Schemas["BudgetTotal"];

/** `at` is in unix ms. */
export type BudgetRead = { readonly at: number; readonly total: Total };

/** Requests per second, averaged over `seconds`. */
export type BudgetPace = Total & { readonly seconds: number };

/**
 * How far apart (ms) the first and the last read may be: at most `longest`, at least `shortest`. The scheduler grants
 * requests every 15 s, so a shorter interval might contain no grant.
 */
const longest = 5 * 60_000;
const shortest = 20_000;

/** Drops old reads. If a counter is lower than in an earlier read, it was reset, so all earlier reads are dropped. */
export function withBudgetRead(reads: readonly BudgetRead[], read: BudgetRead): readonly BudgetRead[] {
  const isReset = reads.some(({ total }) => total.granted > read.total.granted || total.used > read.total.used);
  const kept = isReset ? [] : reads.filter(({ at }) => read.at - at <= longest);
  return [...kept, read];
}

export function budgetPace(reads: readonly BudgetRead[]): BudgetPace | undefined {
  const [first, last] = [reads[0], reads.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < shortest) return undefined;
  const seconds = (last.at - first.at) / 1_000;
  const per = (name: keyof Total) => (last.total[name] - first.total[name]) / seconds;
  return { seconds, granted: per("granted"), used: per("used"), givenBack: per("givenBack") };
}
