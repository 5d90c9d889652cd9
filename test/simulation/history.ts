import { liveChange } from "../../infra/sandbox/live/live-change.ts";
import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import { pick, type Random, seededRandom } from "../../infra/sandbox/store/random.ts";
import { helper, requestToken, SandboxClient } from "../sandbox/sandbox-client.ts";

const hours = 3_600_000;

/**
 * What happens at the source: ordinary changes of records, documents and folders, some committed late, and what breaks
 * naive readers: backdated and future-dated changes, bulk imports inside one microsecond, records that disappear from
 * view and come back, relocated documents, erasures.
 */
export class History {
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  readonly #hidden: string[] = [];

  constructor(sandbox: Sandbox, seed: number) {
    this.#sandbox = sandbox;
    this.#random = seededRandom(seed);
  }

  /** One change, begun now; it may commit later. */
  change(): void {
    const [instance] = [...this.#sandbox.instances.values()];
    if (instance === undefined || this.#random() < 0.75) {
      if (instance !== undefined) void liveChange(instance, this.#random);
      return;
    }
    void (
      pick(this.#random, [
        this.#backdate,
        this.#postdate,
        this.#import,
        this.#hide,
        this.#show,
        this.#relocate,
        this.#erase,
      ]) ?? this.#import
    ).call(this);
  }

  async client(): Promise<SandboxClient> {
    const [access] = this.#sandbox.access;
    const { body } = await requestToken(this.#sandbox, access!);
    return new SandboxClient(this.#sandbox, access!.name, body.access_token);
  }

  async #backdate(): Promise<void> {
    await this.#patchPerson(-Math.ceil(this.#random() * 48) * hours);
  }

  async #postdate(): Promise<void> {
    await this.#patchPerson(Math.ceil(this.#random() * 3) * hours);
  }

  async #patchPerson(offset: number): Promise<void> {
    const id = await this.#any("person");
    const modified = new Date(this.#sandbox.clock.now() + offset).toISOString();
    const jobTitle = `Dated ${Math.floor(this.#random() * 1e6)}`;
    await (await this.client()).call("PATCH", `/person/${id}`, { jobTitle, modified });
  }

  async #import(): Promise<void> {
    await helper(this.#sandbox, "POST", "/acme/imports", { persons: 2 + Math.floor(this.#random() * 20) });
  }

  /** Private to others: for us it is as if it were gone. */
  async #hide(): Promise<void> {
    const id = await this.#any("company");
    const { status } = await (await this.client()).call("PATCH", `/company/${id}`, { isPrivate: true });
    if (status === 200) this.#hidden.push(id);
  }

  /** The actor's permissions are switched off for the moment of the change, as another user's would be. */
  async #show(): Promise<void> {
    const id = this.#hidden.shift();
    if (id === undefined) return;
    const permissions = async (actorPermissions: boolean) =>
      helper(this.#sandbox, "PATCH", "/acme/settings", { switches: { actorPermissions } });
    await permissions(false);
    await (await this.client()).call("PATCH", `/company/${id}`, { isPrivate: false });
    await permissions(true);
  }

  async #relocate(): Promise<void> {
    const client = await this.client();
    const [from, to] = [await this.#any("company"), await this.#any("project")];
    const { body } = await client.get(`/document/cursor?entityType=Company&entityId=${from}&limit=10`);
    const document = pick<{ id: string }>(this.#random, body.items ?? []);
    if (document === undefined) return;
    const action = this.#random() < 0.5 ? "relocation" : "shortcuts";
    await helper(this.#sandbox, "POST", `/acme/documents/${document.id}/${action}`, {
      entityType: "Project",
      entityId: to,
    });
  }

  async #erase(): Promise<void> {
    const id = await this.#any("person");
    await (await this.client()).call("DELETE", `/person/${id}/gdpr`);
  }

  async #any(resource: string): Promise<string> {
    const { body } = await (await this.client()).get(`/${resource}/cursor?limit=50`);
    return (pick(this.#random, body.items as { id: string }[]) ?? { id: "none" }).id;
  }
}
