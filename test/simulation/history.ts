import { seesCompany } from "../../infra/sandbox/resources/permissions.ts";
import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { Instance } from "../../infra/sandbox/store/instance.ts";
import { pick, type Random, seededRandom } from "../../infra/sandbox/store/random.ts";
import type { CompanyRow } from "../../infra/sandbox/store/rows.ts";
import { helper } from "../sandbox/sandbox-client.ts";
import { clientOf } from "./server-state.ts";

const minutes = 60_000;
const hours = 60 * minutes;

const peculiarities = [
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
type Peculiarity = (typeof peculiarities)[number];

/** Changes that no change time and no journal shows. */
const onlyWalked: ReadonlySet<Peculiarity> = new Set([
  "hidden",
  "reprieved",
  "restored",
  "backdated",
  "relocated",
  "shortcut",
]);

/**
 * What happens at the source: ordinary changes of records, documents and folders, some committed late, and changes that
 * break naive readers: backdated and future-dated changes, bulk imports within a microsecond, records that disappear
 * from view and reappear, relocated documents and shortcuts to them, erasures.
 */
export class History {
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  #hidden: readonly CompanyRow[] = [];
  readonly #changes: { readonly [name in Peculiarity]: () => Promise<unknown> } = {
    backdated: () => this.#patchPerson(-Math.ceil(this.#random() * 48) * hours),
    postdated: () => this.#patchPerson(Math.ceil(this.#random() * 3) * hours),
    tied: () => this.#import(),
    hidden: () => this.#hide(),
    reprieved: () => this.#show(),
    restored: () => this.#show(),
    relocated: () => this.#place("relocation"),
    shortcut: () => this.#place("shortcuts"),
    erased: () => this.#erase(),
  };

  constructor(sandbox: Sandbox, seed: number) {
    this.#sandbox = sandbox;
    this.#random = seededRandom(seed);
  }

  /** Makes a peculiar change. Those that only a walk can find are left out unless something walks. */
  async peculiar(choice: number, isWalked: boolean): Promise<void> {
    const found = peculiarities.filter((name) => isWalked || !onlyWalked.has(name));
    await this.#changes[found[choice % found.length] ?? "tied"]();
  }

  get #instance(): Instance {
    const [instance] = [...this.#sandbox.instances.values()];
    return instance!;
  }

  async #patchPerson(offset: number): Promise<void> {
    const id = await this.#any("person");
    const modified = new Date(this.#sandbox.clock.now() + offset).toISOString();
    const jobTitle = `Dated ${Math.floor(this.#random() * 1e6)}`;
    await (await clientOf(this.#sandbox)).call("PATCH", `/person/${id}`, { jobTitle, modified });
  }

  async #import(): Promise<void> {
    const persons = 2 + Math.floor(this.#random() * 20);
    await helper(this.#sandbox, "POST", "/acme/imports", { persons });
  }

  /**
   * Hides a company from the person of our credential. To the bridge it is gone, with everything that belongs to it.
   * Permissions aren't part of the record, so its change time stays.
   */
  async #hide(): Promise<void> {
    const instance = this.#instance;
    const [credential] = [...instance.tables.credential.all()];
    const actorId = credential?.actorId ?? 0;
    const session = { instance, locale: "en", actorId, actedById: undefined } as const;
    const shown = [...instance.tables.company.all()].filter((company) => seesCompany(session, company));
    const row = pick(this.#random, shown);
    this.#hidden = this.#hidden.filter(({ id }) => instance.tables.company.get(id) !== undefined);
    // If all were gone, none would be left to prove that the source still responds, and nothing would be concluded.
    if (row === undefined || shown.length < 4 || this.#hidden.length > 1) return;
    const ours = instance.tables.person.get(actorId)?.groupId;
    const ownerGroupId = [...instance.tables.group.all()].find(({ id }) => id !== ours)?.id ?? row.ownerGroupId;
    const hidden = { ...row, isPrivate: true, createdBy: undefined, responsiblePersonId: undefined, ownerGroupId };
    instance.commit(instance.startWrite(actorId), (transaction) => {
      transaction.put("company", hidden);
    });
    this.#hidden = [...this.#hidden, row];
  }

  async #show(): Promise<void> {
    const [first] = this.#hidden;
    const now = first && this.#instance.tables.company.get(first.id);
    if (first === undefined || now === undefined) return;
    this.#hidden = this.#hidden.filter((row) => row !== first);
    const { isPrivate, createdBy, responsiblePersonId, ownerGroupId } = first;
    this.#instance.commit(this.#instance.startWrite(0), (transaction) => {
      transaction.put("company", { ...now, isPrivate, createdBy, responsiblePersonId, ownerGroupId });
    });
  }

  async #place(action: "relocation" | "shortcuts"): Promise<void> {
    const client = await clientOf(this.#sandbox);
    const [from, to] = [await this.#any("company"), await this.#any("project")];
    const { body } = await client.get(`/document/cursor?entityType=Company&entityId=${from}&limit=10`);
    const document = pick<{ id: string }>(this.#random, body.items ?? []);
    if (document === undefined) return;
    const place = { entityType: "Project", entityId: to };
    await helper(this.#sandbox, "POST", `/acme/documents/${document.id}/${action}`, place);
  }

  async #erase(): Promise<void> {
    const id = await this.#any("person");
    await (await clientOf(this.#sandbox)).call("DELETE", `/person/${id}/gdpr`);
  }

  async #any(resource: string): Promise<string> {
    const { body } = await (await clientOf(this.#sandbox)).get(`/${resource}/cursor?limit=50`);
    return (pick(this.#random, body.items as { id: string }[]) ?? { id: "none" }).id;
  }
}
