import type { Instance } from "../../../../infra/sandbox/store/instance.ts";
import { jsonObject } from "../../../../shared/kernel/json.ts";
import type { Item } from "../../../../shared/kernel/ports/table.ts";
import { digestOf } from "../../../../shared/mirror/canonical-record.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { bodiesOf, recordBody } from "../../../../shared/mirror/records/bodies.ts";
import { fingerprintOf } from "../../../../shared/polling/journal/fingerprint-counts.ts";
import {
  mirroredDocuments,
  mirroredEntries,
  mirroredFolders,
  sourceDocuments,
  sourceEntries,
  sourceFolders,
} from "../../documents-state.ts";
import { clientOf, isCurrent, resources, serverRecords } from "../../server-state.ts";
import type { BridgeWorld } from "../bridge-world.ts";
import type { Witness } from "../witness.ts";

const ownerTypes = { company: "Company", person: "Person", project: "Project" } as const;

/** Checks that the mirror has what the source shows, and that each record's events end in what the mirror has. */
export async function judgeMirror(world: BridgeWorld): Promise<void> {
  const items = world.tables.mirror.memory.items.filter(hasChangeLog).map((item) => mirrorItem.parse(item));
  for (const access of world.sandbox.access) {
    const own = items.filter(({ instance }) => instance === access.name);
    await judgeInstance(world, access, own);
  }
  judgeFolding(world, items);
}

async function judgeInstance(
  world: BridgeWorld,
  access: BridgeWorld["sandbox"]["access"][number],
  items: readonly MirrorItem[],
): Promise<void> {
  const { sandbox, witness, conditions } = world;
  const client = await clientOf(sandbox, access);
  const owners = new Set<string>();
  for (const resource of resources) {
    const server = await serverRecords(client, resource);
    const mirrored = new Map(
      items.filter((item) => item.resource === resource && item.state !== "deleted").map((item) => [item.id, item]),
    );
    for (const [id, shown] of server) {
      if (resource !== "activity") owners.add(`${ownerTypes[resource]}#${id}`);
      const item = mirrored.get(id);
      if (item === undefined) {
        witness.violates(`the mirror lacks ${resource} ${id}`);
        continue;
      }
      if (!isCurrent(resource, shown, item)) witness.violates(`the mirror holds an old ${resource} ${id}`);
    }
    // Only walks find out that something is gone.
    if (!conditions.healing) continue;
    // If all are gone, none is left to prove that the source still responds, and nothing is concluded.
    if (server.size === 0) continue;
    for (const id of mirrored.keys())
      if (!server.has(id)) witness.violates(`the mirror keeps ${resource} ${id}, which is gone`);
  }
  for (const { instance, ids } of world.rooms)
    if (instance === access.name) for (const id of ids) owners.add(`Room#${id}`);
  const source = sandbox.instances.get(access.name);
  const bare = world.tables.mirror.memory.items
    .flatMap((item) => bareEntry(item) ?? [])
    .filter(({ instance, owner }) => instance === access.name && owners.has(owner));
  if (source !== undefined) judgeDocuments(world, { source, items, bare, owners });
}

/** A journal entry that has lost its body, as far as its key shows it. */
type BareEntry = { readonly instance: string; readonly owner: string; readonly fingerprint: string };

function bareEntry(item: Item): BareEntry | undefined {
  const [instance = "", resource, type, id] = item.pk.split("#");
  if (resource !== "document_change" || hasChangeLog(item)) return undefined;
  return { instance, owner: `${type}#${id}`, fingerprint: item.sk.split("#")[0] ?? "" };
}

/** The source's own text of that entry; the key if the source doesn't have it. */
function textOfBare({ owner, fingerprint }: BareEntry, written: readonly string[]): string {
  const isIt = (text: string) =>
    text.startsWith(`${owner} `) &&
    fingerprintOf(jsonObject.parse(JSON.parse(text.slice(owner.length + 1)))) === fingerprint;
  return written.find(isIt) ?? `${owner} ${fingerprint}`;
}

type Side = {
  readonly source: Instance;
  readonly items: readonly MirrorItem[];
  readonly bare: readonly BareEntry[];
  readonly owners: ReadonlySet<string>;
};

function judgeDocuments({ witness, conditions }: BridgeWorld, { source, items, bare, owners }: Side): void {
  const of = (resource: MirrorItem["resource"]) => items.filter((item) => item.resource === resource);
  const written = sourceEntries(source, owners);
  const kept = [...mirroredEntries(of("document_change"), owners), ...bare.map((entry) => textOfBare(entry, written))];
  const missing = without(written, kept);
  const invented = without(kept, written);
  if (missing.length > 0) witness.violates(`the mirror lacks entries of change feeds: ${missing.join(" | ")}`);
  if (invented.length > 0) witness.violates(`the mirror has entries that no change feed has: ${invented.join(" | ")}`);
  if (!conditions.healing) return;
  compare(witness, "document", sourceDocuments(source, owners), mirroredDocuments(of("document"), owners));
  compare(witness, "folder", sourceFolders(source, owners), mirroredFolders(of("folder"), owners));
}

function compare(
  witness: Witness,
  name: string,
  there: ReadonlyMap<string, unknown>,
  here: ReadonlyMap<string, unknown>,
): void {
  for (const [id, state] of there) {
    if (!here.has(id)) witness.violates(`the mirror lacks ${name} ${id}`);
    else if (JSON.stringify(here.get(id)) !== JSON.stringify(state))
      witness.violates(`the mirror holds an old ${name} ${id}`);
  }
  for (const id of here.keys()) if (!there.has(id)) witness.violates(`the mirror keeps ${name} ${id}, which is gone`);
}

/** The entries of a list that another lacks, each as often as it lacks it. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((entry) => {
    const at = left.indexOf(entry);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const folded = new Set<string>([...resources, "document", "folder"]);

function judgeFolding({ witness }: BridgeWorld, items: readonly MirrorItem[]): void {
  const last = new Map<string, { readonly seq: number; readonly part: number; readonly state: unknown }>();
  for (const { envelope } of witness.reported.values()) {
    const { subject, type, data, instance } = envelope;
    const name = `${instance} ${subject.type} ${subject.id}`;
    const known = last.get(name);
    if (known !== undefined && (known.seq > subject.seq || (known.seq === subject.seq && known.part > subject.part)))
      continue;
    const state = type.endsWith(".removed") ? "gone" : data && digestOf(subject.type, data);
    last.set(name, { seq: subject.seq, part: subject.part, state });
  }
  for (const item of items) {
    if (!folded.has(item.resource) || item.changeLog.length === 0) continue;
    const reported = last.get(`${item.instance} ${item.resource} ${item.id}`);
    const held = item.state === "deleted" ? "gone" : digestOf(item.resource, recordBody(item.resource, bodiesOf(item)));
    if (reported?.state !== held)
      witness.violates(`what was published of ${item.resource} ${item.id} isn't what the mirror holds`);
  }
}
