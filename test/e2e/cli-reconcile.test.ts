import { expect, test } from "vitest";
import { detectedAtOf } from "../../shared/kernel/event-id.ts";
import { CliGround } from "./support/cli-ground.ts";
import { CliProgram } from "./support/cli-program.ts";
import { subscriberForTest } from "./support/test-scope.ts";

const ground = new CliGround();

test("a receiver finds the event that it lost, and gets it again", async () => {
  const local = await subscriberForTest();
  const { id, secret } = await ground.json("subscriptions", "create", "--url", local.url, "--events", "*");
  local.trust(secret);
  await ground.run("replay", id, "--since", "1d", "--per-second", "500");
  const received = () => [...local.distinct.keys()].sort();
  const reconcile = async (ids: readonly string[], to: string, ...options: string[]) => {
    const argv = ["reconcile", id, "--ids", "-", "--from", "1d", "--to", to, "--json", ...options];
    const { code, stdout, stderr } = await new CliProgram(ground.environment, argv, ids.join("\n")).ended;
    return { code, stderr, values: stdout.trim().split("\n") };
  };
  await expect.poll(() => local.distinct.size, { timeout: 60_000 }).toBeGreaterThan(3);
  // Live events arrive all the time, so only those before the newest one are compared.
  const to = new Date(detectedAtOf(received().at(-1) ?? "") ?? 0).toISOString();
  await expect.poll(async () => (await reconcile(received(), to)).code, { timeout: 60_000 }).toBe(0);

  const [lost = "", ...kept] = received();
  local.taken.splice(0, local.taken.length, ...local.taken.filter(({ event }) => event.id !== lost));
  expect(local.distinct.has(lost)).toBe(false);
  const { code, stderr, values } = await reconcile([...kept, kept[0] ?? ""], to, "--resend", "--yes");
  expect([code, stderr]).toEqual([1, expect.stringContaining("sends 1 of 1 again")]);
  expect(JSON.parse(values[0] ?? "")).toMatchObject({
    duplicates: 1,
    differences: [
      { kind: "missing", event: lost, explanation: expect.stringMatching(/^Sent and answered with 20\d at /) },
    ],
  });
  await expect.poll(() => local.distinct.has(lost), { timeout: 60_000 }).toBe(true);
  expect((await reconcile(received(), to)).code).toBe(0);
  const { stdout } = await ground.run("subscriptions", "completeness", id);
  expect(stdout).toMatch(/^FROM +TO +LAST ATTEMPT +DELIVERED/);
});
