import { expect, test } from "vitest";
import { answer } from "../../support/scripted-source-http.ts";
import { answering } from "./opened-source.ts";

test("hazard 23: moments are on the server's clock, and never later than true", async () => {
  // The server is this far ahead, and its `Date` has whole seconds.
  const ahead = 3_600_999;
  const { read, clock, factory } = answering(() =>
    answer(200, { items: [] }, { date: new Date(clock.now() + ahead).toUTCString() }),
  );
  const offsets: number[] = [];
  for (const ms of [0, 500, 600, 800]) {
    clock.advance(ms);
    const got = await read();
    if (got.outcome !== "ok") throw new Error(got.outcome);
    expect(got.moment.asOf % 1_000).toBe(0);
    offsets.push(got.moment.beganAt - clock.now());
  }
  // The best measure so far counts.
  expect(offsets).toEqual([3_600_000, 3_600_500, 3_600_900, 3_600_900]);
  expect(factory.serverTimeOf("acme", 0)).toBe(3_600_900);
  expect(factory.serverTimeOf("unknown", 0)).toBeUndefined();
});

test("hazard 23: a clock that is set ahead or back makes no moment later than true", async () => {
  let server = 0;
  const scene = answering(() => {
    scene.clock.advance(400);
    server += 400;
    return answer(200, { items: [] }, { date: new Date(server).toUTCString() });
  });
  server = scene.clock.now();
  for (const step of [0, 240_000, 3_600_000, -3_600_000, -240_000, 5_000]) {
    scene.clock.advance(step);
    for (const ms of [1_000, 20_000]) {
      scene.clock.advance(ms);
      server += ms;
      const began = server;
      const got = await scene.read();
      if (got.outcome !== "ok") throw new Error(got.outcome);
      // A `Date` has whole seconds.
      expect(got.moment.beganAt).toBeLessThanOrEqual(began + 1_400);
    }
  }
});

test("without a Date a response counts as no newer than its request", async () => {
  const { read, clock } = answering();
  expect(await read()).toMatchObject({ moment: { beganAt: clock.now(), asOf: clock.now() } });
});
