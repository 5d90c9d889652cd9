import { expect, test } from "vitest";
import { Absences } from "./bridge/oracle/absences.ts";

const document = { type: "document", id: "M6Uy2LUmUQ4" } as const;
const path = "/acme/api/v1/en/document/M6Uy2LUmUQ4";

function heard(...answers: readonly (readonly [path: string, status: number])[]) {
  let now = 0;
  const absences = new Absences({ now: () => now, lasting: 40_000 });
  for (const [asked, status] of answers) absences.hear("poll-1", asked, status);
  return {
    later: (ms: number) => (now += ms),
    lacked: (process = "poll-1", instance = "acme") => absences.lacked(process, document, instance),
  };
}

test("a process may publish as removed what it saw missing, for as long as a visit takes", () => {
  const { lacked, later } = heard([path, 404]);
  expect([lacked(), lacked("poll-2"), lacked("poll-1", "beta")]).toEqual([true, false, false]);
  later(40_000);
  expect(lacked()).toBe(true);
  later(1);
  expect(lacked()).toBe(false);
});

test("what it saw later exists, and a failed request proves nothing", () => {
  expect(heard([path, 404], [path, 200]).lacked()).toBe(false);
  expect(heard([path, 404], [path, 429]).lacked()).toBe(true);
  expect(heard([path, 500]).lacked()).toBe(false);
});

test.each([
  "/acme/api/v1/en/document/cursor?limit=50",
  "/acme/api/v1/en/document/M6Uy2LUmUQ4/content",
  "/acme/api/v1/en/company/M6Uy2LUmUQ4",
])("a response of %s proves nothing about the document", (asked) => {
  expect(heard([asked, 404]).lacked()).toBe(false);
});
