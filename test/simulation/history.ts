import { liveChange } from "../../infra/sandbox/live/live-change.ts";
import { seesCompany } from "../../infra/sandbox/resources/permissions.ts";
import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { Instance } from "../../infra/sandbox/store/instance.ts";
import { pick, type Random, seededRandom } from "../../infra/sandbox/store/random.ts";
import type { CompanyRow } from "../../infra/sandbox/store/rows.ts";
import { helper, requestToken, SandboxClient } from "../sandbox/sandbox-client.ts";

const minutes = 60_000;
const hours = 60 * minutes;

/** Changes that break naive readers, in addition to ordinary ones and those that commit late. */
export const peculiarities = [
  "hidden",
  "reprieved",
  "backdated",
  "postdated",
  "tied",
  "relocated",
  "shortcut",
  "erased",
  "restored",
] as const;
export type Peculiarity = (typeof peculiarities)[number];

/** Changes that no change time and no journal shows. */
const onlyWalked: ReadonlySet<Peculiarity> = new Set([
  "hidden",
  "reprieved",
  "restored",
  "backdated",
  "relocated",
  "shortcut",
]);

export type HistoryOptions = {
  /** The id of a share room that also contains documents. */
  readonly room?: string;
  /** Uses separate credentials for each step, if a new token would revoke the bridge's. */
  readonly ownCredentials?: boolean;
  /** Whether a walk found a company (masked id) missing and will check it a second time, which is when it reappears. */
  readonly isSuspected?: (id: string) => boolean;
  /** Whether its removal was published. Only then another one reappears. */
  readonly isTold?: (id: string) => boolean;
};

/**
 * What happens at the source: ordinary changes of records, documents and folders, some committed late, and changes that
 * break naive readers: backdated and future-dated changes, bulk imports within a microsecond, records that disappear
 * from view and reappear, relocated documents and shortcuts to them, erasures.
 */
export class History {
  /** How often each happened. A change that the source refused doesn't count. */
  readonly happened = new Map<Peculiarity, number>();
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  readonly #options: HistoryOptions;
  #hidden: readonly CompanyRow[] = [];
  readonly #changes: { readonly [name in Peculiarity]: () => Promise<boolean> } = {
    backdated: () => this.#patchPerson(-Math.ceil(this.#random() * 48) * hours),
    postdated: () => this.#patchPerson(Math.ceil(this.#random() * 3) * hours),
    tied: () => this.#import(),
    hidden: () => this.#hide(),
    reprieved: () => this.#show(this.#options.isSuspected),
    restored: () => this.#show(this.#options.isTold),
    relocated: () => this.#place("relocation"),
    shortcut: () => this.#place("shortcuts"),
    erased: () => this.#erase(),
  };

  constructor(sandbox: Sandbox, seed: number, options: HistoryOptions = {}) {
    this.#sandbox = sandbox;
    this.#random = seededRandom(seed);
    this.#options = options;
  }

  /** Begins a change now. It may commit later. */
  change(): void {
    if (this.#random() < 0.75) void liveChange(this.#instance, this.#random);
    else void this.#peculiar();
  }

  /** Makes a peculiar change. Those that only a walk can find are left out unless something walks. */
  async peculiar(choice: number, isWalked: boolean): Promise<void> {
    const found = peculiarities.filter((name) => isWalked || !onlyWalked.has(name));
    await this.#happen(found[choice % found.length] ?? "tied");
  }

  /** Half of the time it chooses one that hasn't happened yet, so that all of them happen in a run. */
  async #peculiar(): Promise<void> {
    const missing = peculiarities.find((name) => !this.happened.has(name));
    const name = this.#random() < 0.5 ? missing : undefined;
    await this.#happen(name ?? pick(this.#random, peculiarities) ?? "tied");
  }

  async #happen(name: Peculiarity): Promise<void> {
    if (await this.#changes[name]()) this.happened.set(name, (this.happened.get(name) ?? 0) + 1);
  }

  get #instance(): Instance {
    const [instance] = [...this.#sandbox.instances.values()];
    return instance!;
  }

  async client(): Promise<SandboxClient> {
    const [access] = this.#sandbox.access;
    const { ownCredentials = false } = this.#options;
    const pair = ownCredentials ? (await helper(this.#sandbox, "POST", "/acme/credentials", {})).body : access!;
    const { body } = await requestToken(this.#sandbox, pair);
    return new SandboxClient(this.#sandbox, access!.name, body.access_token);
  }

  async #patchPerson(offset: number): Promise<boolean> {
    const id = await this.#any("person");
    const modified = new Date(this.#sandbox.clock.now() + offset).toISOString();
    const jobTitle = `Dated ${Math.floor(this.#random() * 1e6)}`;
    return (await (await this.client()).call("PATCH", `/person/${id}`, { jobTitle, modified })).status === 200;
  }

  async #import(): Promise<boolean> {
    const persons = 2 + Math.floor(this.#random() * 20);
    return (await helper(this.#sandbox, "POST", "/acme/imports", { persons })).status === 201;
  }

  /**
   * Hides a company from the person of our credential. To the bridge it is gone, with everything that belongs to it.
   * Permissions aren't part of the record, so its change time stays.
   */
  async #hide(): Promise<boolean> {
    const instance = this.#instance;
    const [credential] = [...instance.tables.credential.all()];
    const actorId = credential?.actorId ?? 0;
    const session = { instance, locale: "en", actorId, actedById: undefined } as const;
    const shown = [...instance.tables.company.all()].filter((company) => seesCompany(session, company));
    const row = pick(this.#random, shown);
    this.#hidden = this.#hidden.filter(({ id }) => instance.tables.company.get(id) !== undefined);
    // If all were gone, none would be left to prove that the source still responds, and nothing would be concluded.
    if (row === undefined || shown.length < 4 || this.#hidden.length > 1) return false;
    const ours = instance.tables.person.get(actorId)?.groupId;
    const ownerGroupId = [...instance.tables.group.all()].find(({ id }) => id !== ours)?.id ?? row.ownerGroupId;
    const hidden = { ...row, isPrivate: true, createdBy: undefined, responsiblePersonId: undefined, ownerGroupId };
    instance.commit(instance.startWrite(actorId), (transaction) => {
      transaction.put("company", hidden);
    });
    this.#hidden = [...this.#hidden, row];
    return true;
  }

  async #show(isDue: (id: string) => boolean = () => true): Promise<boolean> {
    const { ids, tables } = this.#instance;
    const first = this.#hidden.find(({ id }) => isDue(ids.mask("company", id)));
    const now = first && tables.company.get(first.id);
    if (first === undefined || now === undefined) return false;
    this.#hidden = this.#hidden.filter((row) => row !== first);
    const { isPrivate, createdBy, responsiblePersonId, ownerGroupId } = first;
    this.#instance.commit(this.#instance.startWrite(0), (transaction) => {
      transaction.put("company", { ...now, isPrivate, createdBy, responsiblePersonId, ownerGroupId });
    });
    return true;
  }

  async #place(action: "relocation" | "shortcuts"): Promise<boolean> {
    const client = await this.client();
    const [from, to] = [await this.#any("company"), await this.#any("project")];
    const { body } = await client.get(`/document/cursor?entityType=Company&entityId=${from}&limit=10`);
    const document = pick<{ id: string }>(this.#random, body.items ?? []);
    if (document === undefined) return false;
    const { room } = this.#options;
    const inRoom = action === "shortcuts" && room !== undefined && this.#random() < 0.5;
    const place = inRoom ? { entityType: "Room", entityId: room } : { entityType: "Project", entityId: to };
    return (await helper(this.#sandbox, "POST", `/acme/documents/${document.id}/${action}`, place)).status === 204;
  }

  async #erase(): Promise<boolean> {
    const id = await this.#any("person");
    return (await (await this.client()).call("DELETE", `/person/${id}/gdpr`)).status === 202;
  }

  async #any(resource: string): Promise<string> {
    const { body } = await (await this.client()).get(`/${resource}/cursor?limit=50`);
    return (pick(this.#random, body.items as { id: string }[]) ?? { id: "none" }).id;
  }
}
