import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { RecordResource } from "../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../shared/kernel/json.ts";
import { digestOf } from "../../shared/mirror/canonical-record.ts";
import type { MirrorItem } from "../../shared/mirror/mirror-item.ts";
import { requestToken, SandboxClient } from "../sandbox/sandbox-client.ts";

export const resources = ["person", "company", "project", "activity"] as const satisfies readonly RecordResource[];

/** A client of an instance (by default the first) with the bridge's credential. */
export async function clientOf(sandbox: Sandbox, access = sandbox.access[0]!): Promise<SandboxClient> {
  const { body } = await requestToken(sandbox, access, "read write", access.name);
  return new SandboxClient(sandbox, access.name, body.access_token);
}

/** A record as in a list and as in a read by id. */
type Shown = { readonly listed: JsonObject; readonly read: JsonObject };

const listsShowAll = (resource: RecordResource): boolean => resource === "person" || resource === "company";

/** Every record that the client can see. */
export async function serverRecords(
  client: SandboxClient,
  resource: RecordResource,
): Promise<ReadonlyMap<string, Shown>> {
  const view = listsShowAll(resource) ? "&view=full" : "";
  const listed = (await client.walk(`/${resource}/cursor?limit=100${view}`)) as JsonObject[];
  const records = new Map<string, Shown>();
  for (const row of listed) {
    const id = row["id"] as string;
    records.set(id, { listed: row, read: (await client.get(`/${resource}/${id}`)).body as JsonObject });
  }
  return records;
}

/** Whether a mirror item holds what the source shows of its record. */
export function isCurrent(resource: RecordResource, { listed, read }: Shown, { full, lean }: MirrorItem): boolean {
  const shown = full !== undefined && !listsShowAll(resource) ? read : listed;
  return digestOf(resource, shown) === (full?.digest ?? lean?.digest);
}
