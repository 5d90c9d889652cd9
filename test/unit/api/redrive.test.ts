import { describe, expect, it } from "vitest";
import { apiFixture } from "./api-fixture.ts";

describe("dead letters", () => {
  it("are redriven queue by queue, with their number", async () => {
    const asked: string[] = [];
    const redrive = {
      queue: async (name: string) => {
        asked.push(name);
        return 3;
      },
      changes: async () => 2,
    };
    const api = apiFixture({ redrive });
    expect(await api.call("POST", "/v1/queues/deliver/redrive")).toMatchObject({ status: 202, body: { redriven: 3 } });
    expect(await api.call("POST", "/v1/changes-set-aside/redrive")).toMatchObject({
      status: 202,
      body: { redriven: 2 },
    });
    expect(await api.call("POST", "/v1/queues/mine/redrive")).toMatchObject({ status: 400 });
    expect(asked).toEqual(["deliver"]);
  });

  it("aren't redriven by an API without the right to read them, which names the command that does it", async () => {
    const command = "npm run redrive -- --stage prod";
    const api = apiFixture({ redrive: { queue: async () => 1, changes: { command } } });
    const { status, body } = await api.call("POST", "/v1/changes-set-aside/redrive");
    expect([status, body.type]).toEqual([409, expect.stringContaining("wrong-state")]);
    expect(body.detail).toContain(`\`${command}\``);
    expect(body.detail).toContain("docs/runbook.md#publish-failures");
    expect(await api.call("POST", "/v1/queues/deliver/redrive")).toMatchObject({ status: 202, body: { redriven: 1 } });
  });
});
