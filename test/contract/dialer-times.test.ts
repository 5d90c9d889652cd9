import { expect, test } from "vitest";
import { dialer, httpServer, request } from "./dialer-ground.ts";

test("a clock that is set back during a POST makes none of its times negative", async () => {
  let time = 1_000_000;
  const clock = { now: () => (time -= 1_000) };
  const port = await httpServer((_, response) => response.end());
  const { ms, timing } = await dialer({ clock }).post(request(`http://127.0.0.1:${port}/`));
  expect({ ms, timing }).toEqual({ ms: 0, timing: { dns: 0, connect: 0, firstByte: 0 } });
});
