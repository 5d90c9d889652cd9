import { expect, test } from "vitest";
import {
  folderPartition,
  journalPartition,
  journalSortKey,
  placementsPartition,
  recordKey,
} from "../../../shared/mirror/mirror-key.ts";

const owner = { type: "Company", id: "c1" } as const;

// A record whose key moved to another shard would look new, and its old item would look removed. The shards were
// computed outside the code: the first 32 bits of SHA-256 over the id after its length, modulo 16.
test("records are in the shards where stores hold them", () => {
  expect(recordKey("acme", "person", "p1")).toEqual({ pk: "acme#person#2", sk: "p1" });
  expect(recordKey("acme", "company", "kari-nordmann")).toEqual({ pk: "acme#company#6", sk: "kari-nordmann" });
  const uuid = "0f8fad5b-d9cd-469f-a165-70867728950e";
  expect(recordKey("acme", "document", uuid)).toEqual({ pk: "acme#document#1", sk: uuid });
});

test("journal entries, folders and placements are stored under their owner", () => {
  expect(journalPartition("acme", owner)).toBe("acme#document_change#Company#c1");
  expect(journalSortKey("fp", 12)).toBe("fp#000000000012");
  expect(folderPartition("acme", owner)).toBe("acme#folder#Company#c1");
  expect(placementsPartition("acme", owner)).toBe("acme#placements#Company#c1");
});
