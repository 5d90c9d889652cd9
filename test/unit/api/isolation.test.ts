import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { covers, type KeyScope, scope } from "../../../shared/partners/api-key.ts";
import { apiFixture } from "./api-fixture.ts";
import { bodyOf, namesIn, type Operation, operationsOf, targetOf } from "./isolation-calls.ts";
import { isolationWorld, type Owned } from "./isolation-world.ts";

const operations = operationsOf(JSON.parse(await (await apiFixture().app.request("/v1/openapi.json")).text()));
const forPartners = operations.filter(({ access }) => access.who === "partner");
type World = Awaited<ReturnType<typeof isolationWorld>>;

/** For each thing that a call names, whether it is another's. */
type Choice = Readonly<Record<string, boolean>>;

const choicesOf = (operation: Operation): readonly Choice[] =>
  namesIn(operation).reduce<Choice[]>(
    (choices, name) => choices.flatMap((one) => [one, { ...one, [name]: true }]),
    [{}],
  );

async function call({ api, own }: World, operation: Operation, choice: Choice, other: Owned) {
  // Each call has its own moment: what is made within one is ordered by chance.
  api.clock.advance(1);
  const pick = (name: string): Owned => (choice[name] === true ? other : own);
  const { status, text } = await api.call(operation.method, targetOf(operation, pick), bodyOf(operation, pick), {
    authorization: `Bearer ${operation.access.scope === "portal" ? own.portalKey : own.key}`,
  });
  return { status, text: masked(text) };
}

/** Ids and secrets that are made by chance differ from world to world. */
const masked = (text: string): string =>
  text.replaceAll(/whsec_[A-Za-z0-9+/=]+/g, "whsec_").replaceAll(/([a-z]+)_[0-9A-Z]{26}(_[\w-]+)?/g, "$1_");

/** A world with another partner, and the same world without it. */
const bothWorlds = async (): Promise<readonly [World, World]> => [
  await isolationWorld({ withOther: true }),
  await isolationWorld({ withOther: false }),
];

/** Items are replaced and never changed, and most belong to every world. */
const texts = new WeakMap<object, string>();
function textOf(item: object): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}

/** Every stored item that has to do with a partner, and isn't what the caller itself wrote of the ids it was given. */
function stateOf({ api, own }: World, { parameters, instance, record }: Owned): readonly string[] {
  const { id, partner, event, replay } = parameters;
  const marks = [id, partner, event, replay, instance, record].filter((mark) => mark !== undefined);
  return Object.values(api.tables)
    .flatMap(({ items }) => items.map(textOf))
    .filter((text) => marks.some((mark) => text.includes(mark)) && !text.includes(own.parameters["partner"]!))
    .toSorted();
}

const sentBy = ({ api }: World): string =>
  JSON.stringify([...api.deliver.take(), ...api.recover.take(), ...api.alerts.take()]);

describe("two partners", () => {
  let both: World;
  let alone: World;
  let other: Owned;
  beforeAll(async () => {
    [both, alone] = await bothWorlds();
    other = both.other!;
  });

  it("are tested with every operation", () => {
    expect(operations.length).toBeGreaterThan(50);
    for (const { name, access } of operations) {
      expect([name, access.who]).toEqual([name, expect.stringMatching(/^(partner|operator)$/)]);
    }
  });

  it.each(operations)("$name: the other's objects look as if they didn't exist", async (operation) => {
    for (const choice of choicesOf(operation).filter((one) => Object.keys(one).length > 0)) {
      const before = stateOf(both, other);
      const answer = await call(both, operation, choice, other);
      const expected = await call(alone, operation, choice, other);
      expect([choice, answer]).toEqual([choice, expected]);
      if (operation.inPath.some((name) => choice[name])) expect([400, 404]).toContain(answer.status);
      expect(stateOf(both, other)).toEqual(before);
      const sent = sentBy(both);
      for (const mark of Object.values(other.parameters)) {
        if (mark !== "person" && mark !== "none") expect(sent).not.toContain(mark);
      }
    }
  });

  it.each(operations)("$name: a partner's own result doesn't depend on the other", async (operation) => {
    const [withOther, without] = await bothWorlds();
    const before = stateOf(withOther, other);
    const answer = await call(withOther, operation, {}, other);
    expect(answer).toEqual(await call(without, operation, {}, other));
    expect(stateOf(withOther, other)).toEqual(before);
    if (operation.access.who === "operator") expect(answer.status).toBe(404);
    // Else the test would pass with calls that reach nothing.
    // A replay that runs can't be resumed, and an endpoint that works can't be acknowledged.
    else if (/^(resumeReplay|acknowledgeFailure)$/.test(operation.operationId)) expect(answer.status).toBe(409);
    else expect(answer.status).toBeLessThan(300);
  });

  it("stay isolated whatever one calls, in any order", async () => {
    const step = fc.record({
      operation: fc.constantFrom(...forPartners),
      others: fc.infiniteStream(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const [withOther, without] = await bothWorlds();
        const foreign = withOther.other!;
        const before = stateOf(withOther, foreign);
        for (const { operation, others } of steps) {
          // What is made within one ms is listed in the order of its random ids, which differ.
          for (const { api } of [withOther, without]) api.clock.advance(1);
          const drawn = namesIn(operation).map((name) => [name, others.next().value === true] as const);
          const choice = Object.fromEntries(drawn);
          const answer = await call(withOther, operation, choice, foreign);
          expect([operation.name, choice, answer]).toEqual([
            ...[operation.name, choice],
            await call(without, operation, choice, foreign),
          ]);
        }
        expect(stateOf(withOther, foreign)).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });

  it("can't continue from each other's cursors", async () => {
    const { api, own } = both;
    const lists = forPartners.filter(({ method, inPath }) => method === "GET" && inPath.length === 0);
    let tried = 0;
    for (const operation of lists) {
      const page = (owned: Owned, cursor = "") => {
        const target = targetOf(operation, () => owned);
        const query = `${target.includes("?") ? "&" : "?"}limit=1${cursor}`;
        return api.call("GET", `${target}${query}`, undefined, { authorization: `Bearer ${owned.key}` });
      };
      const { nextCursor } = (await page(other)).body;
      if (nextCursor === undefined) continue;
      tried += 1;
      const { status, body } = await page(own, `&cursor=${nextCursor}`);
      expect([operation.name, status]).toEqual([operation.name, 400]);
      expect(body.errors[0].field).toBe("cursor");
    }
    expect(tried).toBeGreaterThan(1);
  });
});

it.each(scope.options)("a scope %s opens only what is declared for it", async (name) => {
  const { api, own } = await isolationWorld({ withOther: false });
  const as = { authorization: `Bearer ${own.key}` };
  const made = await api.call("POST", `/v1/partners/${own.parameters["partner"]}/keys`, { name, scopes: [name] }, as);
  for (const operation of operations) {
    const { status } = await call(
      { api, own: { ...own, key: made.body.key, portalKey: made.body.key }, other: undefined },
      operation,
      {},
      own,
    );
    const isOpen = covers([name], operation.access.scope as KeyScope);
    if (operation.access.who === "operator") expect([operation.name, status]).toEqual([operation.name, 404]);
    else expect([operation.name, status === 403]).toEqual([operation.name, !isOpen]);
  }
});
