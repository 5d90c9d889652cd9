import type { RecordResource } from "../../shared/kernel/catalogue.ts";
import { PartnerClient } from "../e2e/support/partner-client.ts";
import type { startPartner } from "./partner.ts";
import type { PublishedEvents } from "./published-events.ts";

/** The changed field of each kind, which lists show. */
const fields: readonly (readonly [RecordResource, string])[] = [
  ["person", "jobTitle"],
  ["company", "name"],
  ["project", "name"],
  ["activity", "name"],
];

type LiveChange = {
  readonly resource: RecordResource;
  readonly id: string;
  /** The number of the record's events before the change, and when it was made. */
  readonly before: number;
  readonly at: number;
  /** How long (ms) until there was one more. */
  took?: number;
};

/** Changes a record of each kind at the source, and measures how long its event takes. */
export class LiveChanges {
  readonly #partner: Awaited<ReturnType<typeof startPartner>>;
  readonly #reported: PublishedEvents;
  #changes: readonly LiveChange[] | undefined;

  constructor(partner: Awaited<ReturnType<typeof startPartner>>, reported: PublishedEvents) {
    this.#partner = partner;
    this.#reported = reported;
  }

  /** Changes the records the first time, and nothing the second time. */
  async make(): Promise<void> {
    if (this.#changes !== undefined) return;
    const { url, name, credentials } = this.#partner;
    const client = await PartnerClient.connect(url, name, credentials.clientId, credentials.clientSecret);
    const changes: LiveChange[] = [];
    for (const [resource, field] of fields) {
      const [first] = (await client.get(`/${resource}?limit=1`)).items;
      if (first === undefined) throw new Error(`the source has no ${resource}`);
      const { id } = first;
      const before = this.#reported.countOf(resource, id);
      await client.patch(`/${resource}/${id}`, { [field]: `Changed at ${new Date().toISOString()}` });
      changes.push({ resource, id, before, at: performance.now() });
    }
    this.#changes = changes;
  }

  look(): void {
    for (const change of this.#changes ?? []) {
      if (change.took !== undefined || this.#reported.countOf(change.resource, change.id) <= change.before) continue;
      change.took = performance.now() - change.at;
    }
  }

  get arePublished(): boolean {
    return this.#changes?.every(({ took }) => took !== undefined) ?? false;
  }

  /** The events of the changes, without those of first contact. */
  extra(): number {
    const counts = (this.#changes ?? []).map(({ resource, id }) => this.#reported.countOf(resource, id));
    return counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  }

  summary(): string {
    const each = (this.#changes ?? []).map(
      ({ resource, took = Number.NaN }) => `${(took / 1_000).toFixed(1)} s (${resource})`,
    );
    return each.join(", ");
  }
}
