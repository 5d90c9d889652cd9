import type { RecordResource } from "../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../shared/kernel/json.ts";
import type { SandboxClient } from "../sandbox/sandbox-client.ts";

export const resources = ["person", "company", "project", "activity"] as const satisfies readonly RecordResource[];

/** Every record that the bridge's credential can see, as in a list and as in a read by id. */
export async function serverRecords(
  client: SandboxClient,
  resource: RecordResource,
): Promise<ReadonlyMap<string, { readonly listed: JsonObject; readonly read: JsonObject }>> {
  const view = resource === "person" || resource === "company" ? "&view=full" : "";
  const listed = (await client.walk(`/${resource}/cursor?limit=100${view}`)) as JsonObject[];
  const records = new Map<string, { readonly listed: JsonObject; readonly read: JsonObject }>();
  for (const row of listed) {
    const id = row["id"] as string;
    records.set(id, { listed: row, read: (await client.get(`/${resource}/${id}`)).body as JsonObject });
  }
  return records;
}
