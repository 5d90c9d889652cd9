import { startProgram } from "../e2e/support/processes.ts";

/** A seeded sandbox in its own process, with a token for reading it without the bridge. */
export async function startPartner(records: number, owners?: number) {
  const options = JSON.stringify({ seed: 3, records, owners });
  const sandbox = await startProgram("test/e2e/support/sandbox-main.ts", [options]);
  const { url, instances } = JSON.parse(sandbox.ready) as {
    url: string;
    instances: { name: string; clientId: string; clientSecret: string }[];
  };
  const [{ name, clientId, clientSecret }] = instances as [(typeof instances)[0]];
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const granted = await fetch(`${url}/${name}/auth/api/v1/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials&scope=read",
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  return { url, name, credentials: { clientId, clientSecret }, token, stop: () => sandbox.kill("SIGTERM") };
}
