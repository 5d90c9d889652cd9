import { expect, test } from "vitest";
import { forgetSubject } from "../../../shared/mirror/forget-subject.ts";
import { mirrorWith, seqFloor } from "./mirror-fixture.ts";

test("a record's history is erased once, whatever is written meanwhile", async () => {
  const { see, mirror, item } = mirrorWith();
  const forget = async (id = "p1") => forgetSubject(mirror, "acme", "person", id);
  await see("person", [{ id: "p1", firstName: "Ann" }]);
  const [get, put] = [mirror.get.bind(mirror), mirror.put.bind(mirror)];
  let writes = 0;
  mirror.put = async (puts) => {
    writes += 1;
    return put(puts);
  };
  // Another worker's change comes between the first read and its write.
  mirror.get = async (key) => {
    mirror.get = get;
    const stored = await mirror.get(key);
    await see("person", [{ id: "p1", firstName: "Anna" }]);
    return stored;
  };
  expect(await forget()).toBe(seqFloor + 3);
  expect(item("p1")).toMatchObject({ changeLog: [], forgetBelow: seqFloor + 3, full: { body: { firstName: "Anna" } } });
  writes = 0;
  expect([await forget(), await forget("p2"), writes]).toEqual([seqFloor + 3, undefined, 0]);
  await see("person", [{ id: "p1", firstName: "Annie" }]);
  expect(await forget(), "a later change is erased by a later request").toBe(seqFloor + 4);
  expect(item("p1").changeLog).toEqual([]);
});
