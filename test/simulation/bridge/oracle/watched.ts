import type { Sandbox } from "../../../../infra/sandbox/start-sandbox.ts";
import type { Timings } from "../../../../shared/kernel/timings.ts";
import type { Ground } from "../ground.ts";
import type { Rooms } from "../rooms.ts";
import type { UnkindStream } from "../unkind-stream.ts";
import type { UnkindTable } from "../unkind-table.ts";
import type { Witness } from "../witness.ts";

/** What the oracles of completeness need of the world, which has them itself. */
export type Watched = {
  readonly ground: Ground;
  readonly sandbox: Sandbox;
  readonly timings: Timings;
  readonly tables: { readonly [name in "feeds" | "mirror" | "subscriptions"]: UnkindTable };
  readonly stream: UnkindStream;
  readonly witness: Witness;
  readonly rooms: readonly Pick<Rooms, "instance" | "ids">[];
};
