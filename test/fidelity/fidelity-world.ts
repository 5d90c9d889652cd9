import { FakeClock } from "../support/fake-clock.ts";
import { Bridge } from "./bridge.ts";
import type { Finding } from "./finding.ts";
import { Dice } from "./generate/dice.ts";
import { closed } from "./generate/records.ts";
import { memberOf } from "./oracle/json-text.ts";
import { type PublishedEvent, readEvent } from "./oracle/published-event.ts";
import { DocumentSource } from "./source/document-source.ts";
import { FakeSource, type SourceOptions } from "./source/fake-source.ts";
import { Tally } from "./tally.ts";

export const minute = 60_000;
export const hour = 60 * minute;
const timings = { scrubPeriod: 12 * hour, heartbeatLimit: 1e12, snapshotPeriodCap: 6 * hour };

export type WorldOptions = SourceOptions & {
  readonly seed: number;
  /** The texts about an event that the oracle gets. A test changes them to see the oracle fail. */
  readonly seenAs?: (text: string) => readonly string[];
};

/** A source, the bridge that reads it, and what was judged of the bridge's events. */
export class FidelityWorld {
  readonly findings: Finding[] = [];
  readonly tally = new Tally();
  transitions = 0;
  events = 0;
  readonly clock = new FakeClock();
  readonly dice: Dice;
  readonly documents: DocumentSource;
  readonly source: FakeSource;
  readonly bridge: Bridge;
  readonly #seenAs: (text: string) => readonly string[];

  constructor(options: WorldOptions, showsPlacements = true) {
    this.#seenAs = options.seenAs ?? ((text) => [text]);
    this.dice = new Dice(options.seed);
    this.documents = new DocumentSource(showsPlacements);
    this.source = new FakeSource(options, this.documents, closed, () => this.clock.now());
    this.bridge = new Bridge(this.source, this.clock, options.seed, timings);
  }

  /** What was published since, in the order of `seq` and `part`. */
  take(): readonly PublishedEvent[] {
    const all = this.bridge.take().flatMap(({ text }) => this.#seenAs(text).map(readEvent));
    this.events += all.length;
    return all.toSorted((one, other) => one.seq - other.seq || one.part - other.part);
  }

  /** Takes what was published at first contact, which is only the baseline. */
  takeBaseline(): void {
    for (const { type, node, text } of this.take())
      if (memberOf(node, "baseline")?.kind !== "true")
        this.findings.push({
          ...{ kind: "invented", rule: "docs/events.md", what: `${type} at first contact` },
          ...{ of: "", transition: "", was: "(none)", is: "(none)", events: [text] },
        });
  }
}
