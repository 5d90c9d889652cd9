import { Steps } from "../../shared/subscriptions/patterns/steps.ts";

/** What a piece of work took, and the most that it took in one turn of the event loop. */
export type StepsOfTurns = { readonly total: number; readonly longestTurn: number; readonly turns: number };

/** Counts the steps of matchers in each turn of the event loop while `work` runs. */
export async function stepsPerTurn(work: () => Promise<unknown>): Promise<StepsOfTurns> {
  let [total, ofTurn, longestTurn, turns, isOver] = [0, 0, 0, 0, false];
  const spend: unknown = Reflect.get(Steps.prototype, "spend");
  if (typeof spend !== "function") throw new Error("spend is no method");
  Steps.prototype.spend = function (amount) {
    const before = this.spent;
    const isAllowed = Reflect.apply(spend, this, [amount]) === true;
    total += this.spent - before;
    ofTurn += this.spent - before;
    longestTurn = Math.max(longestTurn, ofTurn);
    return isAllowed;
  };
  const turn = () => {
    [turns, ofTurn] = [turns + 1, 0];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
    Reflect.set(Steps.prototype, "spend", spend);
  }
  return { total, longestTurn, turns };
}
