import type { Subscription } from "../../subscriptions/subscription.ts";
import { type EndpointCircuit, firstDrainBatch } from "../endpoint/endpoint-circuit.ts";

const growth = 1.2;
const largestPortion = 200;

type Settings = Pick<Subscription, "ratePerSecond" | "maxConcurrency">;

/** Deliveries that one step of a drain may send; undefined: as many as are due. */
export function drainBatchOf({ drain }: Pick<EndpointCircuit, "drain">, settings: Settings): number | undefined {
  const { ratePerSecond, maxConcurrency } = settings;
  if (drain === undefined && ratePerSecond === undefined && maxConcurrency === undefined) return undefined;
  const limits = [drain?.size ?? firstDrainBatch, ratePerSecond ?? largestPortion, maxConcurrency ?? largestPortion];
  return Math.max(Math.min(...limits), 1);
}

/** The portion of the step after. */
export function nextDrainBatch(portion: number): number {
  return Math.min(Math.ceil(portion * growth), largestPortion);
}
