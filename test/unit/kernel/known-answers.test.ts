import { expect, test } from "vitest";
import { detectedAtOf, eventId } from "../../../shared/kernel/event-id.ts";
import { bucketOf, sha256, sha256Text } from "../../../shared/kernel/hash.ts";
import { base32, fromBase32 } from "../../../shared/kernel/sortable-id.ts";

// Every version that reads ids, keys and shards derives them again. A changed framing would give each event a second id
// and look for each stored row in the wrong place, so these literals never change.
const identity = {
  instance: "acme",
  resource: "person",
  owner: "",
  recordId: "per-1",
  seq: 7,
  type: "person.updated",
  factKey: "",
};
const observedAt = Date.UTC(2026, 10, 21, 9, 12, 40);

test.each([
  ["a record", {}, "evt_01M7YP24T0AZVMHV61FRFY25J9"],
  [
    "a document's placement under an owner",
    { resource: "document", type: "document.placement_added", factKey: "Company#c1#f1" },
    "evt_01M7YP24T0CQC8BD68FTVG3BR4",
  ],
  [
    "a folder, which lives under its owner",
    { resource: "folder", owner: "Company#c1", type: "folder.renamed" },
    "evt_01M7YP24T0X9KYEVTH1E5SBYRM",
  ],
  ["an id beyond ASCII", { recordId: "personne-é-日本" }, "evt_01M7YP24T06K88J5V2E9BXVMGA"],
  ["an id longer than 127 bytes", { recordId: "x".repeat(200) }, "evt_01M7YP24T03K67ZZ657QYBG64N"],
])("the event id of %s never changes", (_, fields, id) => {
  expect(eventId(observedAt, { ...identity, ...fields })).toBe(id);
  expect(detectedAtOf(id)).toBe(observedAt);
});

test.each([
  [[], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  [[""], "df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119"],
  [["a"], "72ff6b02949dad95006c343e3db3150090d3afb49f6bbdb92fdc17607997a85c"],
  [["ab", "c"], "f2939f903016e5bb29b1e4a61cdbd376220ca03a24180b39995f2d50f2e0a647"],
  [["a", "bc"], "b534ce16ac9c8b36823f39a395ce8e0e3c7ad9605b82b5444f18cadacd217a5d"],
  [["é"], "d1e9fa6240157ad2f9401c2bd40da3305678208a1985ff66beae448907f52b8f"],
  [["x".repeat(127)], "24ecd2e3d963bd291dfa226b0e6ddf33561c307bf1f0a1f01e62898fdf36c8af"],
  [["x".repeat(128)], "e8d88b88b8fe1b03860dce03d5c7626d1253cdba99c3a1539c3acb1ea2699394"],
  [["é".repeat(64), "tail"], "01c49834a03047b8dee90a96e8859d45cec69ae78757dbdac9546323b64f8666"],
])("the SHA-256 of the framed parts %j never changes", (parts, digest) => {
  expect(sha256Text("hex", ...parts)).toBe(digest);
  expect(sha256(...parts).toString("hex")).toBe(digest);
});

test.each([
  ["per-1", 16, 3],
  ["per-2", 16, 10],
  ["c1", 16, 11],
  ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", 16, 12],
  ["acme", 10, 6],
  ["日本", 1_000, 396],
])("the bucket of %s among %i never changes", (key, buckets, bucket) => {
  expect(bucketOf(key, buckets)).toBe(bucket);
});

test.each([
  [0n, 4, "0000"],
  [31n, 2, "0Z"],
  [1_795_252_360_000n, 10, "01M7YP24T0"],
])("the base-32 form of %s in %i digits never changes", (value, length, text) => {
  expect(base32(value, length)).toBe(text);
  expect(fromBase32(text)).toBe(Number(value));
});
