import { beforeEach, describe, expect, it } from "vitest";
import { SourceOutages } from "../../../shared/source/source-outages.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { answer } from "../../support/scripted-source-http.ts";
import { answering } from "./opened-source.ts";

let clock: FakeClock;
let table: MemoryTable;
let outages: SourceOutages;
beforeEach(() => {
  clock = new FakeClock();
  table = new MemoryTable("feeds");
  outages = new SourceOutages(table, clock);
});

/** A poll whose requests end as in `faults`; undefined is a response. */
async function poll(by: SourceOutages, ...faults: readonly (string | undefined)[]) {
  clock.advance(1_000);
  const beganAt = clock.now();
  for (const fault of faults) by.observe("acme", { asked: "GET /acme/person", startedAt: clock.now(), fault });
  return by.settle("acme", beganAt);
}

describe("an outage of the source", () => {
  it("starts with the first poll without a response, and ends with the first response", async () => {
    expect((await poll(outages, undefined)).outcome).toBe("none");
    const began = await poll(outages, "HTTP 503", "HTTP 503");
    expect(began).toMatchObject({ outcome: "began", outage: { asked: "GET /acme/person", fault: "HTTP 503" } });
    const since = clock.now();
    expect(await outages.of("acme")).toMatchObject({ since, lastAt: since });
    expect((await poll(outages, "HTTP 503")).outcome).toBe("goesOn");
    expect(await poll(outages, undefined)).toMatchObject({ outcome: "over", outage: { since } });
    expect(await outages.of("acme")).toBeUndefined();
  });

  it("isn't one while something responds, nor if nothing was requested", async () => {
    expect((await poll(outages, "HTTP 503", undefined, "HTTP 503")).outcome).toBe("none");
    expect((await poll(outages)).outcome).toBe("none");
    expect(table.items).toEqual([]);
  });

  it("names another fault, and keeps its start", async () => {
    await poll(outages, "HTTP 503");
    const { since } = (await outages.of("acme"))!;
    expect(await poll(outages, "the source's host name can't be resolved (ENOTFOUND)")).toMatchObject({
      outcome: "changed",
      outage: { since, fault: "the source's host name can't be resolved (ENOTFOUND)" },
    });
  });

  it("that another process ended isn't continued by the next one", async () => {
    await poll(outages, "HTTP 503");
    const other = new SourceOutages(table, clock);
    expect((await poll(other, undefined)).outcome).toBe("over");
    clock.advance(3 * 3_600_000);
    const since = clock.now() + 1_000;
    expect(await poll(outages, "HTTP 503")).toMatchObject({ outcome: "began", outage: { since } });
    expect(await poll(other, "HTTP 503")).toMatchObject({ outcome: "goesOn", outage: { since } });
    expect(await outages.of("acme")).toMatchObject({ since });
  });

  it("that another process noted after it had ended the last one counts from its own start", async () => {
    await poll(outages, "HTTP 503");
    const other = new SourceOutages(table, clock);
    await poll(other, undefined);
    clock.advance(3 * 3_600_000);
    const { outcome } = await poll(other, "HTTP 503");
    const since = clock.now();
    expect([outcome, await poll(outages, "HTTP 503")]).toMatchObject([
      "began",
      { outcome: "goesOn", outage: { since } },
    ]);
  });

  it("recorded by an ended process continues in the next one, and ends with the first response", async () => {
    await poll(outages, "HTTP 503");
    const { since } = (await outages.of("acme"))!;
    expect(await poll(new SourceOutages(table, clock), "HTTP 503")).toMatchObject({ outage: { since } });
    expect((await poll(new SourceOutages(table, clock), undefined)).outcome).toBe("over");
    expect(await outages.of("acme")).toBeUndefined();
  });

  it("writes the time of the last attempt at most once a minute", async () => {
    await poll(outages, "HTTP 503");
    const { lastAt } = (await outages.of("acme"))!;
    await poll(outages, "HTTP 503");
    expect((await outages.of("acme"))?.lastAt).toBe(lastAt);
    clock.advance(60_000);
    await poll(outages, "HTTP 503");
    expect((await outages.of("acme"))?.lastAt).toBe(clock.now());
  });
});

describe("what came instead of a response", () => {
  it.each([
    [
      { outcome: "failed", reason: "transport", detail: "ECONNREFUSED" } as const,
      "nothing is listening at the source's address (ECONNREFUSED)",
    ],
    [
      { outcome: "failed", reason: "transport", detail: "ENOTFOUND" } as const,
      "the source's host name can't be resolved (ENOTFOUND)",
    ],
    [
      { outcome: "failed", reason: "transport", detail: "CERT_HAS_EXPIRED" } as const,
      "the TLS handshake failed (CERT_HAS_EXPIRED)",
    ],
    [
      { outcome: "failed", reason: "transport", detail: "EMFILE" } as const,
      "this process can't open more files (EMFILE): raise its limit (ulimit -n)",
    ],
    [{ outcome: "failed", reason: "timeout" } as const, "no complete response in time"],
    [{ outcome: "failed", reason: "too_large" } as const, "the response is too large"],
    [{ outcome: "failed", reason: "transport" } as const, "the connection failed"],
    [answer(503, "down"), "HTTP 503"],
    [answer(200, "<html>maintenance"), "HTTP 200 with a body that can't be read"],
    [answer(404, {}), undefined],
  ])("%j is reported as %j", async (given, fault) => {
    const seen: (string | undefined)[] = [];
    await answering(given, { seen: ({ fault: one }) => void seen.push(one) }).read(2);
    expect(seen).toEqual([undefined, fault]);
  });
});
