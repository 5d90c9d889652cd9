import { expect, test } from "vitest";
import { detectedAtOf, eventId, eventIdShape } from "../../../shared/kernel/event-id.ts";
import { sha256Text } from "../../../shared/kernel/hash.ts";

// Subscribers de-duplicate by these ids, so the same change must have the same id in every version. The values were
// computed outside the code: each part after its length in four bytes, 48 bits of time and 80 bits of SHA-256.
test("the id of a known change is the one that subscribers have", () => {
  const identity = { instance: "acme", resource: "person", owner: "", recordId: "p1", factKey: "" };
  expect(eventId(1_767_598_200_000, { ...identity, seq: 1_767_596_401, type: "person.updated" })).toBe(
    "evt_01KE6H0560E1WB5BAPA2MSESVW",
  );
});

test("hashes of known parts, short and long, are framed by their lengths", () => {
  expect(sha256Text("hex", "ab", "c")).toBe("f2939f903016e5bb29b1e4a61cdbd376220ca03a24180b39995f2d50f2e0a647");
  expect(sha256Text("hex", "x".repeat(200))).toBe("6318cf48a4eab74c879ad470ffb86461974cb94186ed1a491f2f360105827eff");
});

test.each(["I", "L", "O", "U"])("a request's event ID with %s, which no ID contains, isn't accepted", (letter) => {
  const id = `evt_01KE6H0560E1WB5BAPA2MSESV${letter}`;
  expect([eventIdShape.test(id), detectedAtOf(id)]).toEqual([false, undefined]);
  expect(eventIdShape.test(id.replace(/.$/, "W"))).toBe(true);
});
