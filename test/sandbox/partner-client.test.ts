import { expect, it } from "vitest";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { PartnerClient } from "../e2e/support/partner-client.ts";
import { FakeClock } from "../support/fake-clock.ts";

it("the client of long tests outlives its token, and reports other refusals", async () => {
  const clock = new FakeClock();
  const sandbox = await startSandbox({ seed: 3, records: 20, clock });
  try {
    const [access] = sandbox.instances;
    if (access === undefined) throw new Error("the sandbox has no instance");
    const client = await PartnerClient.connect(sandbox.url, access.name, access.clientId, access.clientSecret);
    const { id } = await client.post("/person", { firstName: "Kari", lastName: "Nordmann" });
    clock.advance(601_000);
    expect((await client.get(`/person/${id}`)).id).toBe(id);
    await expect(client.get("/person/none")).rejects.toThrow("GET /person/none: 400");
  } finally {
    await sandbox.close();
  }
});
