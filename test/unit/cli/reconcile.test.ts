import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProgram } from "../../../infra/cli/create-program.ts";
import { type DeliveryRow, newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { eventKeyOf } from "../../../shared/publishing/stored-event.ts";
import { folderOfFile } from "../../support/temporary-folder.ts";
import { apiFixture, eventAt } from "../api/api-fixture.ts";
import { aSession } from "./a-session.ts";

const folder = folderOfFile();
afterEach(() => {
  process.exitCode = undefined;
});

const minute = 60_000;
let api: ReturnType<typeof apiFixture>;
let subscription: string;
let questions: string[];
let replayed: unknown[];
beforeEach(async () => {
  api = apiFixture();
  [questions, replayed] = [[], []];
  await api.call("PUT", "/v1/instances/acme", { credentials: { clientId: "id", clientSecret: "secret" } });
  subscription = await api.subscribe();
});

/** An event that was detected so long ago, and what became of it. */
async function put(minutesAgo: number, more: Partial<DeliveryRow> | undefined): Promise<string> {
  const event = eventAt(api.clock.now() - minutesAgo * minute, String(minutesAgo));
  await api.events.put([event]);
  const { id } = event.envelope;
  const message = { subscription, partner: "prt_operator", instance: "acme", event: id, run: "0", attempt: 1 };
  const row = { ...newDeliveryRow(message, api.clock.now(), 1_000), type: "person.updated", ...more };
  if (more !== undefined) await api.tables.deliveries.put([{ item: row }]);
  return id;
}
const delivered = (minutesAgo: number): Partial<DeliveryRow> => ({
  state: "delivered",
  attempts: [{ at: api.clock.now() - minutesAgo * minute + 500, ms: 3, status: 204 }],
});

/** Runs `reconcile` with these ids; `answer` is the user's to a question. */
async function reconcile(ids: readonly string[], { options = [] as readonly string[], answer = "y" } = {}) {
  const file = join(folder, "ids");
  writeFileSync(file, ids.join("\n"));
  const [values, texts]: [unknown[], string[]] = [[], []];
  const answerOf = async (request: Request) => {
    if (request.method === "POST") replayed.push(await request.clone().json());
    return api.app.request(request);
  };
  const result = (value: unknown, text: string | undefined) => {
    values.push(value);
    if (text !== undefined) texts.push(text);
  };
  const ask = async (question: string) => {
    questions.push(question);
    return answer;
  };
  const { program } = createProgram(aSession({ answer: answerOf, result }, { ask }));
  const range = ["--from", "2026-11-20T12:00:00Z", "--to", "2026-11-21T12:00:00Z"];
  await program.parseAsync(["node", "feedhook", "reconcile", subscription, "--ids", file, ...range, ...options]);
  return { values, text: texts.join("\n"), code: process.exitCode ?? 0 };
}

test("equal sides: one line, and exit code 0", async () => {
  const ids = [await put(200, delivered(200)), await put(100, delivered(100))];
  await put(90, { state: "held" });
  const { text, code } = await reconcile([...ids, ids[0]!, eventAt(0).envelope.id]);
  expect([text, code]).toEqual([
    "Nothing is missing. From 2026-11-20T12:00:00.000Z to 2026-11-21T12:00:00.000Z, Feedhook delivered 2 events, and you have 2. Lines that repeat an ID: 1. Feedhook has yet to deliver 1.",
    0,
  ]);
});

test("each missing or unknown event is explained", async () => {
  const [sent, givenUp, kept] = [
    await put(200, delivered(200)),
    await put(190, { state: "expired" }),
    await put(100, delivered(100)),
  ];
  const erased = await put(105, { ...delivered(105), erased: true });
  await api.tables.events.remove(eventKeyOf("acme", erased)!);
  const waiting = await put(80, { state: "waiting" });
  const never = await put(70, undefined);
  const foreign = eventAt(api.clock.now() - 60 * minute, "foreign").envelope.id;
  const { values, text, code } = await reconcile([kept, waiting, never, foreign]);
  expect(code).toBe(1);
  expect(values).toMatchObject([
    {
      ...{ received: 4, delivered: 3, waiting: 1, duplicates: 0, whole: true },
      differences: [
        {
          kind: "missing",
          event: sent,
          explanation: expect.stringMatching(/^Sent and answered with 204 at 2026-11-21T08:40:00.500Z\.$/),
        },
        { kind: "missing", event: givenUp, explanation: "Given up." },
        { kind: "erased", event: erased, explanation: expect.stringContaining("Its record has since been erased.") },
        { kind: "unknown", event: waiting, explanation: expect.stringMatching(/^Waiting/) },
        {
          kind: "unknown",
          event: never,
          explanation: expect.stringMatching(/^Never sent: .*start a replay that begins before the event\.$/),
        },
        { kind: "unknown", event: foreign, explanation: expect.stringMatching(/^Feedhook has no such event/) },
      ],
    },
  ]);
  expect(text).toContain("2 missing, 1 erased, 3 unknown. From");
  expect(text).toMatch(/^HOUR +RECEIVED +DELIVERED +MISSING +UNKNOWN +NOTE$/m);
  // The hour that is equal isn't printed.
  expect(text.match(/^2026-11-21T\d\d:00:00.000Z/gm)).toEqual([
    "2026-11-21T08:00:00.000Z",
    "2026-11-21T10:00:00.000Z",
    "2026-11-21T11:00:00.000Z",
  ]);
});

test("--resend replays just the missing events, in replays of 200, after a confirmation", async () => {
  const lost: string[] = [];
  for (let n = 0; n < 201; n += 1) lost.push(await put(300 + n / 60, delivered(300)));
  const kept = await put(100, delivered(100));
  const declined = reconcile([kept], { options: ["--resend"], answer: "n" });
  await expect(declined).rejects.toThrow("nothing was changed");
  expect([questions, replayed]).toEqual([[`This sends 201 events to ${subscription} again. Continue? [y/N] `], []]);
  const { values, code } = await reconcile([kept], { options: ["--resend", "--yes"] });
  const sorted = lost.toSorted();
  expect(replayed).toEqual([
    { events: sorted.slice(0, 200), dryRun: false },
    { events: sorted.slice(200), dryRun: false },
  ]);
  expect([values.at(-1), code]).toEqual([{ replays: [expect.any(String), expect.any(String)] }, 1]);
});

test("nothing is asked or sent if nothing is missing, and a wrong list or range is refused", async () => {
  const id = await put(100, delivered(100));
  await reconcile([id], { options: ["--resend"] });
  expect([questions, replayed]).toEqual([[], []]);
  await expect(reconcile(["not an id"])).rejects.toThrow('line 1: "not an i"…');
  await expect(reconcile([id], { options: ["--from", "2026-11-21T12:00:00Z"] })).rejects.toThrow(
    "--from must be before --to",
  );
});
