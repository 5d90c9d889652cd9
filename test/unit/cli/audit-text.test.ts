import { expect, test } from "vitest";
import { auditListing } from "../../../infra/cli/commands/audit.ts";
import { listingText } from "../../../infra/cli/print.ts";

const entry = {
  ...{ id: "aud_1", at: "2026-11-21T09:12:40.000Z", operation: "rotateSecret", method: "POST", status: 200 },
  ...{ path: "/v1/subscriptions/sub_1/secret", fields: ["overlapSeconds"] },
};

test("the audit log says who a key belongs to, whatever its name", () => {
  const entries = [
    { ...entry, by: "partner", key: { id: "key_1", name: "operator" } },
    { ...entry, by: "operator", key: { id: "key_2", name: "ci" }, person: { name: "Ada", email: "ada@example.com" } },
    { ...entry, by: "operator" },
  ] as const;
  const text = listingText(entries, auditListing);
  expect(text).toMatch(/40\.000Z +partner +operator +— +rotateSecret/);
  expect(text).toMatch(/40\.000Z +operator +ci +ada@example\.com +rotateSecret/);
  expect(text).toMatch(/40\.000Z +operator +— +— +rotateSecret/);
});

test("an empty audit log is said to be empty", () => {
  expect(listingText([], auditListing)).toBe("There are no changes.");
});
