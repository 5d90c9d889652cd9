import { expect, test } from "vitest";
import { type Connection, mostExpendable } from "../../../infra/node/api/bounded-server.ts";

/** Connections that wait for their client, oldest first. */
const of = (network: string, count: number): Connection[] =>
  Array.from({ length: count }, () => ({ socket: {} as Connection["socket"], network, answered: false }));

test.each([
  ["the oldest of a network with more than 16, though others are older", of("modest", 16), of("greedy", 17), "greedy"],
  ["the oldest of all where none has more than 16", of("first", 3), of("second", 16), "first"],
])("the connection that is closed for a new one: %s", (_, older, newer, network) => {
  const all = [...older, ...newer];
  expect(mostExpendable(all)).toBe(all.find((one) => one.network === network));
});
