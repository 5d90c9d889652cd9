import { describe, expect, it } from "vitest";
import { apiFixture } from "./api-fixture.ts";

describe("what was given up on", () => {
  it("is tried again, queue by queue, and says how many there were", async () => {
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

  it("is not tried again by an API that has no right to, which says where it is done", async () => {
    for (const path of ["/v1/queues/deliver/redrive", "/v1/changes-set-aside/redrive"]) {
      const { status, body } = await apiFixture().call("POST", path);
      expect([status, body.detail]).toEqual([409, expect.stringContaining("docs/runbook.md")]);
    }
  });
});
