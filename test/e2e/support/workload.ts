import type { PartnerClient } from "./partner-client.ts";

type Owner = { entityType: "Company" | "Person" | "Project"; entityId: string };
type Folder = { id: string; owner: Owner };
type Document = { id: string; folder: Folder };
type Chance = { pick<T>(things: readonly T[]): T; below(n: number): number };

/**
 * A working day at the partner platform: creates, updates, closes and deletes of every kind of record, and everything
 * that can happen to documents and folders. It remembers what it owns. The sandbox's oracle knows the truth of what
 * happened.
 */
export class Workload {
  readonly #client: PartnerClient;
  readonly #chance: Chance;
  readonly #persons: string[] = [];
  readonly #companies: string[] = [];
  readonly #projects: string[] = [];
  readonly #activities: string[] = [];
  /**
   * Owners of documents are never deleted, because their feed's last entries would become unreadable
   * (docs/partner-api.md#owner-deleted).
   */
  readonly #owners: Owner[] = [];
  readonly #folders: Folder[] = [];
  readonly #documents: Document[] = [];
  #group = "";
  #template = "";
  #count = 0;

  constructor(client: PartnerClient, chance: Chance) {
    this.#client = client;
    this.#chance = chance;
  }

  /** Creates a few of everything, so that every kind of change has a subject. */
  async prepare(): Promise<void> {
    const projects = await this.#client.get("/project?limit=1");
    this.#group = projects.items[0]?.ownerGroup.id ?? "";
    const templates = await this.#client.get("/project-template?limit=1");
    this.#template = templates.items[0]?.id ?? "";
    for (let count = 0; count < 3; count += 1) {
      await this.#createPerson();
      await this.#createCompany();
      await this.#createProject();
      await this.#createActivity();
    }
    this.#owners.push(
      { entityType: "Person", entityId: this.#persons.shift() ?? "" },
      { entityType: "Company", entityId: this.#companies.shift() ?? "" },
      { entityType: "Project", entityId: this.#projects.shift() ?? "" },
    );
    for (const owner of this.#owners) await this.#createFolder(owner);
    for (let count = 0; count < 3; count += 1) await this.#upload();
  }

  /** One random change. */
  async step(): Promise<void> {
    const changes = [
      () => this.#createPerson(),
      () => this.#createCompany(),
      () => this.#createProject(),
      () => this.#createActivity(),
      () => this.#update("/person", this.#persons, { jobTitle: this.#name("Lead") }),
      () => this.#update("/person", this.#persons, { directPhone: `+47 22 ${10_000 + this.#chance.below(80_000)}` }),
      () => this.#update("/company", this.#companies, { name: this.#name("Company") }),
      () => this.#update("/company", this.#companies, { homePage: `https://example.com/${this.#chance.below(9_999)}` }),
      () => this.#update("/project", this.#projects, { name: this.#name("Project") }),
      () => this.#update("/activity", this.#activities, { description: this.#name("Do") }),
      () => this.#drop("/person", this.#persons, ""),
      () => this.#drop("/company", this.#companies, "?mode=deactivate"),
      () => this.#drop("/company", this.#companies, "?mode=delete"),
      () => this.#drop("/project", this.#projects, ""),
      () => this.#drop("/activity", this.#activities, "?mode=close"),
      () => this.#drop("/activity", this.#activities, "?mode=delete"),
      () => this.#upload(),
      () =>
        this.#onDocument(({ id }) => this.#client.patch(`/document/${id}`, { name: `${this.#name("renamed")}.txt` })),
      () =>
        this.#onDocument(({ id }) =>
          this.#client.upload("PUT", `/document/${id}/content`, "new.txt", this.#name("text")),
        ),
      () => this.#onDocument((document) => this.#moveDocument(document)),
      () => this.#deleteDocument(),
      () => this.#createFolder(this.#chance.pick(this.#owners)),
      () =>
        this.#onFolder(({ id, owner }) =>
          this.#client.put(`/document/folder/${id}${query(owner)}`, { name: this.#name("Folder") }),
        ),
      () =>
        this.#onFolder(({ id, owner }) =>
          this.#client.put(`/document/folder/${id}/move${query(owner)}`, { destinationFolderId: null }),
        ),
      () => this.#deleteFolder(),
    ];
    await this.#chance.pick(changes)();
  }

  #name(kind: string): string {
    this.#count += 1;
    return `${kind} ${this.#count}`;
  }

  async #createPerson(): Promise<void> {
    const name = this.#name("Person");
    const { id } = await this.#client.post("/person", {
      firstName: name,
      lastName: "Test",
      primaryEmail: `${name.replace(" ", ".")}@example.com`,
    });
    this.#persons.push(id);
  }

  async #createCompany(): Promise<void> {
    const { id } = await this.#client.post("/company", {
      name: this.#name("Company"),
      countryCode: "NO",
      ownerGroupId: this.#group,
    });
    this.#companies.push(id);
  }

  async #createProject(): Promise<void> {
    const body = { name: this.#name("Project"), templateId: this.#template, ownerGroupId: this.#group };
    const { id } = await this.#client.post("/project", body);
    this.#projects.push(id);
  }

  async #createActivity(): Promise<void> {
    const [projectId] = this.#projects;
    if (projectId === undefined) return;
    const { id } = await this.#client.post("/activity", { name: this.#name("Activity"), projectId });
    this.#activities.push(id);
  }

  async #update(path: string, ids: readonly string[], body: object): Promise<void> {
    if (ids.length > 0) await this.#client.patch(`${path}/${this.#chance.pick(ids)}`, body);
  }

  /**
   * Deletes, closes or deactivates; afterwards the workload leaves it alone. The first one stays for its dependents.
   */
  async #drop(path: string, ids: string[], mode: string): Promise<void> {
    if (ids.length < 2) return;
    const [id] = ids.splice(1 + this.#chance.below(ids.length - 1), 1);
    await this.#client.delete(`${path}/${id}${mode}`);
  }

  async #createFolder(owner: Owner): Promise<void> {
    const siblings = this.#folders.filter((folder) => folder.owner === owner);
    const parent =
      siblings.length > 0 && this.#chance.below(2) === 0 ? { parentFolderId: this.#chance.pick(siblings).id } : {};
    const { id } = await this.#client.post("/document/folder", { ...owner, name: this.#name("Folder"), ...parent });
    this.#folders.push({ id, owner });
  }

  async #upload(): Promise<void> {
    if (this.#folders.length === 0) return;
    const folder = this.#chance.pick(this.#folders);
    const fields = { ...folder.owner, folderId: folder.id };
    const { id } = await this.#client.upload(
      "POST",
      "/document",
      `${this.#name("document")}.txt`,
      this.#name("text"),
      fields,
    );
    this.#documents.push({ id, folder });
  }

  async #onDocument(change: (document: Document) => Promise<unknown>): Promise<void> {
    if (this.#documents.length > 0) await change(this.#chance.pick(this.#documents));
  }

  async #onFolder(change: (folder: Folder) => Promise<unknown>): Promise<void> {
    if (this.#folders.length > 0) await change(this.#chance.pick(this.#folders));
  }

  async #moveDocument(document: Document): Promise<void> {
    const others = this.#folders.filter(
      ({ owner, id }) => owner === document.folder.owner && id !== document.folder.id,
    );
    if (others.length === 0) return;
    const folder = this.#chance.pick(others);
    await this.#client.put(`/document/${document.id}/folder${query(folder.owner)}`, { folderId: folder.id });
    document.folder = folder;
  }

  async #deleteDocument(): Promise<void> {
    if (this.#documents.length < 2) return;
    const [document] = this.#documents.splice(this.#chance.below(this.#documents.length), 1);
    await this.#client.delete(`/document/${document?.id}?acknowledgeCascade=true`);
  }

  /** Everything below it went with it. The platform's lists show what is left. */
  async #deleteFolder(): Promise<void> {
    const folder = this.#folders.at(-1);
    if (folder === undefined || this.#folders.length < 6) return;
    await this.#client.delete(`/document/folder/${folder.id}${query(folder.owner)}&acknowledgeCascade=true`);
    const left = new Set((await this.#client.folders(`/document/folder${query(folder.owner)}`)).map(({ id }) => id));
    const stays = ({ id, owner }: Folder) => owner !== folder.owner || left.has(id);
    this.#folders.splice(0, this.#folders.length, ...this.#folders.filter(stays));
    this.#documents.splice(0, this.#documents.length, ...this.#documents.filter((document) => stays(document.folder)));
  }
}

function query({ entityType, entityId }: Owner): string {
  return `?entityType=${entityType}&entityId=${encodeURIComponent(entityId)}`;
}
