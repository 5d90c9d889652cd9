import { liveChange } from "../../infra/sandbox/live/live-change.ts";
import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import { pick, type Random, seededRandom } from "../../infra/sandbox/store/random.ts";
import { helper, requestToken, SandboxClient } from "../sandbox/sandbox-client.ts";

const minutes = 60_000;
const hours = 60 * minutes;

/** What breaks naive readers, beside ordinary changes and those that commit late. */
export const peculiarities = [
  "backdated",
  "postdated",
  "tied",
  "hidden",
  "restored",
  "relocated",
  "shortcut",
  "erased",
] as const;
export type Peculiarity = (typeof peculiarities)[number];

/**
 * What happens at the source: ordinary changes of records, documents and folders, some committed late, and what breaks
 * naive readers: backdated and future-dated changes, bulk imports inside one microsecond, records that disappear from
 * view and come back, relocated documents and shortcuts to them, erasures.
 */
export class History {
  /** How often each happened: a change that the source refused doesn't count. */
  readonly happened = new Map<Peculiarity, number>();
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  readonly #room: string | undefined;
  readonly #hidden: { readonly id: string; readonly at: number }[] = [];
  readonly #changes: { readonly [name in Peculiarity]: () => Promise<boolean> } = {
    backdated: () => this.#patchPerson(-Math.ceil(this.#random() * 48) * hours),
    postdated: () => this.#patchPerson(Math.ceil(this.#random() * 3) * hours),
    tied: () => this.#import(),
    hidden: () => this.#hide(),
    restored: () => this.#show(),
    relocated: () => this.#place("relocation"),
    shortcut: () => this.#place("shortcuts"),
    erased: () => this.#erase(),
  };

  /** `room`: the id of a share room that documents are shown in, too. */
  constructor(sandbox: Sandbox, seed: number, room?: string) {
    this.#sandbox = sandbox;
    this.#random = seededRandom(seed);
    this.#room = room;
  }

  /** One change, begun now; it may commit later. */
  change(): void {
    const [instance] = [...this.#sandbox.instances.values()];
    if (instance !== undefined && this.#random() < 0.75) void liveChange(instance, this.#random);
    else void this.#peculiar();
  }

  /** Now and then what hasn't happened yet has its turn, so that everything does in a run. */
  async #peculiar(): Promise<void> {
    const missing = peculiarities.filter((name) => !this.happened.has(name));
    const name = pick(this.#random, this.#random() < 0.5 && missing.length > 0 ? missing : peculiarities);
    if (name !== undefined && (await this.#changes[name]()))
      this.happened.set(name, (this.happened.get(name) ?? 0) + 1);
  }

  async client(): Promise<SandboxClient> {
    const [access] = this.#sandbox.access;
    const { body } = await requestToken(this.#sandbox, access!);
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

  /** Private to others: for us it is as if it were gone, with all that it holds. */
  async #hide(): Promise<boolean> {
    const id = await this.#any("company");
    const client = await this.client();
    const { status } = await client.call("PATCH", `/company/${id}`, { isPrivate: true });
    // Whom it belongs to sees it all the same.
    const isGone = status === 200 && (await client.get(`/company/${id}`)).status === 404;
    if (isGone) this.#hidden.push({ id, at: this.#sandbox.clock.now() });
    return isGone;
  }

  /**
   * Late enough for its removal to be told. The actor's permissions are switched off for the moment of the change, as
   * another user's would be.
   */
  async #show(): Promise<boolean> {
    const [first] = this.#hidden;
    if (first === undefined || this.#sandbox.clock.now() - first.at < 12 * minutes) return false;
    this.#hidden.shift();
    const permissions = async (actorPermissions: boolean) =>
      helper(this.#sandbox, "PATCH", "/acme/settings", { switches: { actorPermissions } });
    await permissions(false);
    const { status } = await (await this.client()).call("PATCH", `/company/${first.id}`, { isPrivate: false });
    await permissions(true);
    return status === 200;
  }

  async #place(action: "relocation" | "shortcuts"): Promise<boolean> {
    const client = await this.client();
    const [from, to] = [await this.#any("company"), await this.#any("project")];
    const { body } = await client.get(`/document/cursor?entityType=Company&entityId=${from}&limit=10`);
    const document = pick<{ id: string }>(this.#random, body.items ?? []);
    if (document === undefined) return false;
    const inRoom = action === "shortcuts" && this.#room !== undefined && this.#random() < 0.5;
    const place = inRoom ? { entityType: "Room", entityId: this.#room } : { entityType: "Project", entityId: to };
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
