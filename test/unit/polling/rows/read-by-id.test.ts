import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { readById } from "../../../../shared/polling/rows/read-by-id.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { down } from "../support/answers.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const moment = { beganAt: 1, asOf: 2 };
const exhausted = { outcome: "exhausted" } as const;
const forbidden = { outcome: "forbidden" } as const;
const gateway = { outcome: "unavailable", status: 502, retryAfterMs: undefined } as const;
const answers: { readonly [id: string]: SourceAnswer<JsonObject> } = {
  ...{ ok: { outcome: "ok", value: { name: "n" }, moment }, gone: { outcome: "notFound", problem: true, moment } },
  ...{ malformed: { outcome: "badRequest" }, other: { outcome: "unprocessable" }, out: exhausted, no: forbidden },
  ...{ large: { ...down, heavy: "too_large" }, long: { ...down, status: 414 }, silent: down, mute: gateway },
};

/** What reading these ids yields at a feed that has failed this often, how it ends, and which witnesses it wants. */
async function read(ids: readonly string[], failures: number, witness: SourceAnswer<unknown> = answers["ok"]!) {
  const { feed } = new PollingFixture("project-scrub");
  const source = {
    one: async ({ path }: { readonly path: string }) => answers[path.slice(1)]!,
    page: async () => down,
  };
  const visit = { feed: { ...feed, failures }, source, beganAt: 5, connectedAt: 1, connect: async () => 1 };
  const asked: (readonly string[])[] = [];
  const steps = readById(visit, {
    ids,
    pathOf: (id) => `/${id}`,
    witnesses: (unanswered) => (asked.push(unanswered), [async () => witness]),
  });
  const yielded: string[] = [];
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return { yielded, end: next.value, asked };
    const one = next.value;
    yielded.push(one.outcome === "ok" ? `${one.id} ${JSON.stringify(one.body)}` : `${one.id} ${one.reason}`);
  }
}

test("each record is read, or passed over where it can't be, and why", async () => {
  const { yielded, end, asked } = await read(["ok", "gone", "malformed", "other", "large", "long"], 0);
  const over = ["gone none", "malformed none", "other none", "large too_large", "long too_large"];
  expect(yielded).toEqual(['ok {"name":"n"}', ...over]);
  expect([end, asked]).toEqual([undefined, []]);
});

test.each([
  ["ends where no request is left", ["ok", "out", "ok"], 5, 1, exhausted],
  ["ends where access is refused", ["ok", "no", "ok"], 5, 1, forbidden],
  ["ends where a record isn't answered and the feed has failed seldom", ["ok", "silent", "ok"], 4, 1, down],
  ["passes over one such record once it has failed often", ["silent", "ok"], 5, 2, undefined],
  ["passes over no second one in a row", ["silent", "mute", "ok"], 5, 0, gateway],
  ["passes over two in a row after another failure", ["silent", "mute", "gone"], 6, 3, undefined],
  ["passes over one after another if others are answered between", ["silent", "ok", "mute", "ok"], 5, 4, undefined],
  ["is held up by what wasn't answered, not by its allowance", ["ok", "silent", "out"], 5, 1, down],
] as const)("reading by id %s", async (_, ids, failures, count, end) => {
  const found = await read(ids, failures);
  expect(found).toMatchObject({ end, asked: [] });
  expect(found.yielded).toHaveLength(count);
  for (const one of found.yielded) expect(one).not.toMatch(/^(silent|mute) (?!unanswered)/);
});

test.each([
  [answers["ok"]!, { yielded: ['ok {"name":"n"}', "silent unanswered", "mute unanswered"], end: undefined }],
  [gateway, { yielded: ['ok {"name":"n"}'], end: down }],
])(
  "after the last record a witness decides whether the source fails only for those before it (%o)",
  async (witness, expected) => {
    expect(await read(["ok", "silent", "mute"], 6, witness)).toEqual({ ...expected, asked: [["silent", "mute"]] });
  },
);
