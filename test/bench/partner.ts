import * as z from "zod";
import { startProgram } from "../e2e/support/processes.ts";

const started = z.object({
  url: z.string(),
  counts: z.string(),
  instances: z.tuple([z.object({ name: z.string(), clientId: z.string(), clientSecret: z.string() })]),
});
const counts = z.object({ owners: z.int(), visits: z.int(), ownerRequests: z.int() });
const grant = z.object({ access_token: z.string() });

/** A seeded sandbox in its own process, with a token for reading it without the bridge. */
export async function startPartner(records: number, owners?: number) {
  const sandbox = await startProgram("test/bench/source-main.ts", [JSON.stringify({ seed: 3, records, owners })]);
  const ready = started.parse(JSON.parse(sandbox.ready));
  const [{ name, clientId, clientSecret }] = ready.instances;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const granted = await fetch(`${ready.url}/${name}/auth/api/v1/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials&scope=read",
  });
  const { access_token: token } = grant.parse(await granted.json());
  const asked = async (method: string) => counts.parse(await (await fetch(ready.counts, { method })).json());
  return {
    url: ready.url,
    ...{ name, credentials: { clientId, clientSecret }, token },
    /** The requests about owners since the start or the last `reset`, and the number of owners in them. */
    counts: () => asked("GET"),
    reset: () => asked("POST"),
    stop: () => sandbox.kill("SIGTERM"),
  };
}
