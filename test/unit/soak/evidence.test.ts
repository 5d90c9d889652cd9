import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { writeEvidence } from "../../soak/evidence.ts";

test("the evidence of a finding is everything that mentions its ids: at the source, among the events, in every table, in the log", async () => {
  const directory = mkdtempSync(join(tmpdir(), "feedhook-evidence-"));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const [store, log] = [join(directory, "feedhook.db"), join(directory, "bridge.log")];
  const database = new DatabaseSync(store);
  for (const table of ["table_mirror", "queue_poll"]) database.exec(`CREATE TABLE ${table} (sk TEXT, item TEXT)`);
  database.exec(`INSERT INTO table_mirror VALUES ('AAA', 'of the first'), ('BBB', 'of the second')`);
  database.exec(`INSERT INTO queue_poll VALUES ('1', 'get BBB')`);
  database.close();
  writeFileSync(log, "polled AAA\npolled BBB\npolled both AAA and BBB\n");
  const change = (id: string) => ({ resource: "person", id, operation: "delete" }) as const;
  const source = ["AAA", "BBB"].map((id) => ({ sequence: 1, visibleAt: "2026-01-01T00:00:00Z", change: change(id) }));
  const findings = ["AAA", "BBB"].map((id) => ({ subject: `person/${id}`, what: "never published", ids: [id] }));
  const known = { source, events: [], disturbances: ["kill at noon"], store, log };
  const [first = "", second = ""] = await writeEvidence(findings, known, join(directory, "evidence"));

  const texts = [first, second].map((path) => readFileSync(path, "utf8"));
  for (const [place, [own, other]] of [["AAA", "BBB"] as const, ["BBB", "AAA"] as const].entries()) {
    expect(texts[place]).toContain(`person/${own}: never published`);
    expect(texts[place]).toContain("kill at noon");
    expect(texts[place]).toContain(`"id":"${own}"`);
    expect(texts[place]).not.toContain(`"id":"${other}"`);
    expect(texts[place]).toContain(`polled ${own}\npolled both AAA and BBB\n`);
    expect(texts[place]).not.toContain(`polled ${other}\n`);
  }
  expect(texts[0]).toContain("of the first");
  expect(texts[0]).not.toContain("get BBB");
  expect(texts[1]).toContain("Store: queue_poll");
  expect(await writeEvidence([], known, join(directory, "none"))).toEqual([]);
});
