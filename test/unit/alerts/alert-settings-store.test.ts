import { expect, test } from "vitest";
import { AlertSettingsStore } from "../../../shared/alerts/alert-settings-store.ts";
import { freshDraw } from "../../../shared/kernel/draw.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { once } from "../../support/around.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";

const address = "oncall@acme.example";

async function withCode() {
  const clock = new FakeClock();
  const table = new MemoryTable("subscriptions");
  const parts = { table, clock, randomness: new SeededRandomness() };
  const secrets = new SecretBox({ ...parts, keys: new FakeKeyWrapper(), cacheMs: 60_000 });
  const store = new AlertSettingsStore({ ...testContext(), ...parts, secrets });
  const ask = async (to = address) => {
    const code = await store.makeCode("prt_1");
    await store.change("prt_1", (current) => ({ ...current, email: { address: to, code } }));
    return code;
  };
  const made = await ask();
  const code = (await store.openCode("prt_1", await store.read("prt_1"), made.madeAt))!;
  const wrong = code === "12345678" ? "87654321" : "12345678";
  return { clock, store, table, ask, made, code, wrong };
}

test("an unwanted change writes nothing", async () => {
  const { store } = await withCode();
  const before = await store.read("prt_1");
  expect(await store.change("prt_1", () => undefined)).toEqual(before);
  expect(await store.read("prt_1")).toEqual(before);
});

test("a code is valid until it expires or a new one is created", async () => {
  const { store, clock, made, code } = await withCode();
  const settings = await store.read("prt_1");
  clock.advance(made.expiresAt - made.madeAt - 1);
  expect(await store.openCode("prt_1", settings, made.madeAt)).toBe(code);
  expect(await store.openCode("prt_1", settings, made.madeAt - 1)).toBeUndefined();
  clock.advance(1);
  expect(await store.openCode("prt_1", settings, made.madeAt)).toBeUndefined();
  expect(await store.confirm("prt_1", code)).toMatchObject({ outcome: "invalid" });
});

test("the right code fails if a concurrent attempt uses up the last one", async () => {
  const { store, table, made, code, wrong } = await withCode();
  for (let tries = 1; tries < made.triesLeft; tries += 1) await store.confirm("prt_1", wrong);
  once(table, "put", () => store.confirm("prt_1", wrong));
  expect(await store.confirm("prt_1", code)).toEqual({ outcome: "invalid", triesLeft: 0 });
});

test("a code for a replaced address doesn't confirm the new one", async () => {
  const { store, table, clock, ask, code } = await withCode();
  once(table, "put", async () => {
    clock.advance(1);
    await ask("other@acme.example");
  });
  expect(await store.confirm("prt_1", code)).toMatchObject({ outcome: "invalid" });
  expect((await store.read("prt_1")).email).toMatchObject({ address: "other@acme.example" });
  expect((await store.read("prt_1")).email?.confirmedAt).toBeUndefined();
});

test("a code of another length is wrong", async () => {
  const { store, made, code } = await withCode();
  expect(await store.confirm("prt_1", `${code}0`)).toEqual({ outcome: "invalid", triesLeft: made.triesLeft - 1 });
});

test("a repeated confirmation returns the first result, and another one has nothing to confirm", async () => {
  const { store, clock, code } = await withCode();
  const draw = { ...freshDraw({ clock, randomness: new SeededRandomness() }), isRepeat: true };
  clock.advance(5);
  expect(await store.confirm("prt_1", code)).toMatchObject({ outcome: "ok" });
  expect(await store.confirm("prt_1", code, draw)).toMatchObject({
    ...{ outcome: "ok", settings: { email: { address, confirmedAt: clock.now() } } },
  });
  expect(await store.confirm("prt_1", code)).toEqual({ outcome: "notFound" });
  clock.advance(10);
  expect(await store.confirm("prt_1", code, { ...draw, at: clock.now() })).toEqual({ outcome: "notFound" });
});
