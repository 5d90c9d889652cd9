import { describe, expect, test } from "vitest";
import { type Missed, proveRemovals } from "../../../../shared/polling/removals/prove-removals.ts";
import { RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../../shared/polling/removals/removal-ledger.ts";
import type { Candidate } from "../../../../shared/polling/removals/removal-proof.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { down, found, gone } from "../support/answers.ts";

const hour = 3_600_000;
const now = 1_000 * hour;

/** A guard over a ledger, and candidates of a source that returns 404 for everything except its witness. */
function removalsOf(known: number) {
  const heldAs = "document";
  const clock = new FakeClock(now);
  const ledger = new RemovalLedger(new MemoryTable("feeds"));
  const notices = { removalsHeld: async () => undefined };
  const guard = new RemovalGuard({ ...testContext({ clock }), ledger, notices });
  const asked: string[] = [];
  const became: string[] = [];
  let witnesses = 0;
  const candidate = (at: number, state: Candidate["state"], rest: Partial<Candidate> = {}): Candidate => {
    const id = `c${at}`;
    const is = async (what: string) => void became.push(`${id} ${what}`);
    return {
      ...{ id, state, path: `/${id}`, missingAt: state === "suspected" ? undefined : now - hour, recorded: false },
      noteMissing: () => is("missing"),
      notePresent: async () => ({ outcome: "observed", changed: 0 }),
      drop: () => is("dropped"),
      forget: () => is("forgotten"),
      noteRemoved: () => is("removed"),
      ...rest,
    };
  };
  const prove = async (candidates: readonly Candidate[], rest: Partial<Missed> = {}) => {
    await ledger.setKnown("acme", heldAs, known);
    const steps = proveRemovals(guard, {
      ...{ instance: "acme", heldAs, candidates, unidentified: 0, reviewedBefore: now - 24 * hour },
      source: { one: async ({ path }) => (asked.push(path), gone) },
      witnesses: async () => [async () => ((witnesses += 1), found({}))],
      ...rest,
    });
    let groups = 0;
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return { ...step.value, groups };
      groups += 1;
    }
  };
  const many = (count: number, state: Candidate["state"], rest?: Partial<Candidate>) =>
    Array.from({ length: count }, (_, at) => candidate(at, state, rest));
  const removed = () => became.filter((one) => one.endsWith(" removed")).length;
  const witnessed = () => witnesses;
  return { guard, ledger, clock, prove, many, asked, became, removed, witnessed };
}

describe("of 5,000", () => {
  test("120 removals recorded by the source are concluded without the guard", async () => {
    const { ledger, prove, many } = removalsOf(5_000);
    expect(await prove(many(120, "due", { recorded: true }))).toMatchObject({ hold: "none", changed: 120 });
    expect(await ledger.losses("acme", 0)).toEqual(new Map());
  });

  test("120 suspects of a walk are held once more than 100 are missing, each group with a witness", async () => {
    const { prove, many, asked, witnessed } = removalsOf(0);
    expect(await prove(many(120, "suspected"), { known: 5_000 })).toMatchObject({ hold: "held", groups: 10 });
    expect([asked.length, witnessed()]).toEqual([111, 10]);
  });
});

test("missing rows of an owner's list have no witness of their own, and aren't counted before they are due", async () => {
  const { prove, many, witnessed, ledger, became } = removalsOf(60);
  expect(await prove(many(30, "suspected"))).toMatchObject({
    hold: "none",
    missing: expect.objectContaining({ length: 30 }),
  });
  expect([witnessed(), became.length]).toEqual([0, 30]);
  expect(await ledger.losses("acme", 0)).toEqual(new Map());
});

test("candidates share witnesses in groups that grow up to 16", async () => {
  const { prove, many, witnessed } = removalsOf(5_000);
  expect(await prove(many(50, "due"))).toMatchObject({ groups: 7 });
  expect(witnessed()).toBe(7);
});

test("as many are held as there are rows without a readable id, because each row may be one of them", async () => {
  const { prove, many, removed } = removalsOf(100);
  const due = many(2, "due");
  expect(await prove(due, { unidentified: 2 })).toMatchObject({ hold: "none", heldBack: due });
  expect(removed()).toBe(0);
  expect(await prove(due, { unidentified: 1 })).toMatchObject({ heldBack: [] });
});

describe("a hold", () => {
  const old = { missingAt: now - 48 * hour };
  const heldWorld = async () => {
    const world = removalsOf(60);
    const [due, later] = [world.many(25, "due", old), { ...world.many(26, "due")[25]!, missingAt: now + 1 }];
    await world.prove([...due, later]);
    return { ...world, due, later };
  };

  test("that is reviewed releases earlier losses, and holds later ones", async () => {
    const { prove, due, later, removed } = await heldWorld();
    const proof = await prove([...due, later], { reviewedBefore: now });
    expect(proof).toMatchObject({ hold: "reviewed", heldBack: [later], changed: 25 });
    expect(removed()).toBe(25);
  });

  test("that is dismissed forgets the losses until then, and removes nothing", async () => {
    const { prove, due, later, removed, became, ledger } = await heldWorld();
    await ledger.decide("acme", "document", "dismissed", now);
    expect(await prove([...due, later])).toMatchObject({ hold: "dismissed", heldBack: [later], changed: 0 });
    expect([removed(), became.length]).toEqual([0, 25]);
    expect(became.every((one) => one.endsWith(" forgotten"))).toBe(true);
  });

  test("that is dismissed doesn't affect removals recorded by the source", async () => {
    const { prove, due, many, became, ledger } = await heldWorld();
    await ledger.decide("acme", "document", "dismissed", now);
    const recorded = { ...many(27, "due", { ...old, recorded: true })[26]! };
    await prove([...due, recorded]);
    expect(became.filter((one) => one.startsWith("c26 "))).toEqual(["c26 removed"]);
  });
});

const exhausted = { outcome: "exhausted" } as const;

describe("a walk", () => {
  const known = 5_000;

  test("asks for nothing again that was missing before, and has one witness for all of it", async () => {
    const { prove, many, asked, witnessed, ledger } = removalsOf(0);
    const missing = many(3, "missing");
    expect(await prove(missing, { known })).toEqual({
      ...{ outcome: "done", changed: 0, passedOver: undefined, hold: "none", missing, heldBack: [], groups: 0 },
    });
    expect([asked.length, witnessed()]).toEqual([0, 1]);
    expect(await ledger.losses("acme", 0)).toEqual(new Map([["document", 3]]));
  });

  test("concludes nothing where its witness is gone or can't be asked for", async () => {
    const { prove, many, ledger } = removalsOf(0);
    const ends = { known, witnesses: async () => [async () => gone, async () => gone] };
    expect(await prove(many(3, "suspected"), ends)).toEqual({ outcome: "none", asked: 2, changed: 0, groups: 1 });
    const stops = { known, witnesses: async () => [async () => exhausted] };
    expect(await prove(many(3, "suspected"), stops)).toMatchObject({ outcome: "stopped", failure: exhausted });
    expect(await ledger.losses("acme", 0)).toEqual(new Map());
  });

  test("that can't ask for the next record says whether others are missing, which a hold may be judged by", async () => {
    const { prove, many } = removalsOf(0);
    const source = { one: async () => exhausted };
    const [one, other] = many(2, "suspected");
    const missing = { ...one!, state: "missing" } as const;
    expect(await prove([missing, other!], { known, source })).toMatchObject({ outcome: "stopped", anyMissing: true });
    expect(await prove([other!], { known, source })).toMatchObject({ outcome: "stopped", anyMissing: false });
  });

  test("gets further with each group in which a record is answered, and names all that aren't", async () => {
    const { prove, many, asked } = removalsOf(0);
    const silent = ["/c0", "/c2"];
    const source = {
      one: async ({ path }: { readonly path: string }) => {
        asked.push(path);
        return silent.includes(path) ? down : gone;
      },
    };
    const [first, ...others] = many(4, "suspected");
    const proof = await prove([first!, ...others], { known, source });
    expect(proof).toMatchObject({ groups: 2, missing: [{ id: "c1" }, { id: "c3" }] });
    expect(proof).toHaveProperty("passedOver", { candidates: [first, others[1]], failure: down });
  });
});

test("what is due and can't be asked for again stops the proof, with what was removed before", async () => {
  const { prove, many, removed } = removalsOf(5_000);
  const answers = [gone];
  const source = { one: async () => answers.shift() ?? exhausted };
  const recorded = many(3, "due", { recorded: true });
  expect(await prove(recorded, { source })).toMatchObject({ outcome: "stopped", anyMissing: false, groups: 1 });
  expect(removed()).toBe(1);
  expect(await prove(many(3, "due"), { source })).toMatchObject({ outcome: "stopped", anyMissing: false, groups: 0 });
});

test("changes that were found before a witness was missing count", async () => {
  const { prove, many } = removalsOf(5_000);
  const present = many(1, "due", { notePresent: async () => ({ outcome: "observed", changed: 1 }) });
  const [, ...missing] = many(3, "due");
  const source = {
    one: async ({ path }: { readonly path: string }) => (path === "/c0" ? found({ id: "c0" }) : gone),
  };
  const proof = await prove([...present, ...missing], { source, witnesses: async () => [] });
  expect(proof).toMatchObject({ outcome: "none", changed: 1, groups: 1 });
});
