import type { Owner } from "../../../../shared/kernel/envelope.ts";
import {
  type ObserveOutcome,
  type PassEnd,
  type Position,
  type Step,
  stepTo,
} from "../../../../shared/polling/feed-reader.ts";
import type { FeedKind } from "../../../../shared/schedule/feeds/feed.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { FakeRecords } from "./fake-timeline.ts";
import { PollingFixture } from "./polling-fixture.ts";

/** `asks`: it requests a page first. `observe`: without an outcome, the mirror changed nothing. */
export type ScriptedStep = Partial<Position> &
  Partial<Omit<Step, "observe">> & {
    readonly asks?: boolean;
    readonly observe?: () => Promise<ObserveOutcome | undefined>;
  };

/** A feed whose visits take given steps and end as given. */
export function scriptedVisits(kind: FeedKind = "project-timeline", owner?: Owner) {
  const fixture = new PollingFixture(kind, {}, owner);
  let reads = 0;
  const visit = (
    steps: readonly ScriptedStep[],
    end: PassEnd = { outcome: "done" },
    source: Source = new FakeRecords(0),
  ) =>
    fixture.visit(
      {
        async *read({ source: asked }) {
          reads += 1;
          for (const { observe, mayWait, opening, further, asks, ...position } of steps) {
            if (asks) await asked.page({ path: "/person/timeline", query: { limit: "10" } });
            const observed = async () => (await observe?.()) ?? ({ outcome: "observed", changed: 0 } as const);
            const rest = { ...(mayWait && { mayWait }), ...(opening && { opening }), ...(further && { further }) };
            yield { ...stepTo({ checkpoint: {}, ...position }, observed), ...rest };
          }
          return end;
        },
      },
      source,
    );
  return { fixture, visit, reads: () => reads };
}
