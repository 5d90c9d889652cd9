import type { Timings } from "../../../shared/kernel/timings.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import type { BridgeWorld } from "./bridge-world.ts";
import type { Happening } from "./happening.ts";
import { hosts } from "./subscribers.ts";

export const longOutageDeeds = ["refuses some for long", "is down for long", "all goes on"] as const;

const minute = 60_000;
/** Such a seed takes three times as long. */
const share = 0.12;
/** Longer (minutes) than all waits of the retry ladder together. */
export const outageMinutes = 24;
/**
 * The source keeps changing meanwhile, because an endpoint that refuses everything it is sent is taken for a broken
 * one.
 */
const changes = 50;

/** An endpoint that is down goes through every step: its owner is notified, it is paused, and finally disabled. */
export const outageTimings: Partial<Timings> = {
  unhealthyNotice: 2 * minute,
  pauseWarning: 2 * minute,
  unhealthyLimit: 8 * minute,
  pausedProbe: 2 * minute,
  pausedLimit: 6 * minute,
};

/**
 * In some seeds, two endpoints fail for longer than any delivery is retried. One refuses a few events each time and
 * accepts the others, so the refused ones go through all retries and are given up. The other one is down.
 */
export function longOutageOf(seed: number, minutes: number): readonly Happening[] {
  const randomness = new SeededRandomness(seed * 86_028_121 + 17);
  if (randomness.fraction() >= share) return [];
  // The first three subscriptions have one of these hosts each.
  const picky = Math.floor(randomness.fraction() * 3);
  const down = (picky + 1 + Math.floor(randomness.fraction() * 2)) % 3;
  const choiceOf = (host: number): number => (host + 0.5) / hosts.length;
  const further = Array.from({ length: changes }, (): Happening => {
    const at = Math.floor((minutes + outageMinutes * randomness.fraction()) * minute);
    return { at, what: "source", choice: 0.8 * randomness.fraction(), detail: 0 };
  });
  return [
    { at: 2 * minute, what: "refuses some for long", choice: choiceOf(picky), detail: 0 },
    { at: 2 * minute, what: "is down for long", choice: choiceOf(down), detail: 0 },
    // No delivery is retried while its instance is paused or its partner suspended.
    { at: minutes * minute, what: "all goes on", choice: 0, detail: 0 },
    ...further,
  ];
}

export function liveOutage(
  { people, subscribers }: BridgeWorld,
  what: (typeof longOutageDeeds)[number],
  choice: number,
): void {
  if (what === "all goes on") {
    void people.goOn();
    return;
  }
  const host = hosts[Math.floor(choice * hosts.length)];
  if (host !== undefined) subscribers.turnForLong(host, what === "is down for long" ? "down" : "picky");
}
