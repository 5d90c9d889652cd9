import { expect } from "vitest";
import type { RecordKind } from "../../../infra/sandbox/resources/put-record.ts";
import type { SandboxOptions } from "../../../infra/sandbox/start-sandbox.ts";
import { type Answer, helper, openClient, requestToken, SandboxClient, upload } from "../sandbox-client.ts";

/** A cell in a contract table: its promise → how it is shown. */
export type Cells = Readonly<Record<string, (world: World) => Promise<void>>>;

export interface ContractRow {
  /** Method and path, as docs/partner-api.md lists them. */
  readonly row: string;
  readonly cells: Cells;
}

/** A new sandbox with a full-rights client and the shortcuts that most cells need. */
export class World {
  readonly client: SandboxClient;

  constructor(client: SandboxClient) {
    this.client = client;
  }

  static async open(options: SandboxOptions = { records: 15 }): Promise<World> {
    return new World(await openClient(options));
  }

  get sandbox() {
    return this.client.sandbox;
  }

  get instance() {
    return this.sandbox.instances.get(this.client.instanceName)!;
  }

  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.client.call(method, path, body, headers);
  }

  get(path: string): Promise<Answer> {
    return this.client.get(path);
  }

  helper(method: string, path: string, body?: unknown): Promise<Answer> {
    return helper(this.sandbox, method, `/${this.client.instanceName}${path}`, body);
  }

  async first(path: string): Promise<Answer["body"]> {
    const { body } = await this.get(`${path}?limit=1`);
    return body.items[0];
  }

  async directory(): Promise<Answer["body"]> {
    return (await this.helper("GET", "/directory")).body;
  }

  /** A well-formed, unused id of `kind`. */
  missing(kind: Parameters<World["instance"]["ids"]["mask"]>[0]): string {
    return this.instance.ids.mask(kind, 4_000_000);
  }

  /** The body of a new record, which a replacement also accepts. */
  async bodyOf(kind: RecordKind): Promise<Record<string, unknown>> {
    if (kind === "person") return { firstName: "Liv", lastName: "Test" };
    if (kind === "activity") return { name: "Test activity", projectId: (await this.record("project")).id };
    const { groups } = await this.directory();
    if (kind === "company") return { name: "Test AS", countryCode: "NO", ownerGroupId: groups[0].id };
    const template = await this.first("/project-template");
    return { name: "Test project", templateId: template.id, ownerGroupId: groups[0].id };
  }

  async record(kind: RecordKind, fields: object = {}): Promise<Answer["body"]> {
    return (await this.call("POST", `/${kind}`, { ...(await this.bodyOf(kind)), ...fields })).body;
  }

  /** An owner with one folder, as query text and as body fields. */
  async owner(): Promise<{ entityType: string; entityId: string; query: string }> {
    const entityId = (await this.record("company")).id;
    return { entityType: "Company", entityId, query: `entityType=Company&entityId=${entityId}` };
  }

  async folder(owner: { entityType: string; entityId: string }, name = "Folder", parentFolderId?: string) {
    const { entityType, entityId } = owner;
    return (await this.call("POST", "/document/folder", { entityType, entityId, name, parentFolderId })).body;
  }

  async document(
    owner: { entityType: string; entityId: string },
    fields: Record<string, string> = {},
    name = "note.txt",
  ): Promise<Answer["body"]> {
    const { entityType, entityId } = owner;
    return (await this.call("POST", "/document", upload({ entityType, entityId, ...fields }, "content", name))).body;
  }

  async clientWith(pair: { clientId: string; clientSecret: string }, scope: string): Promise<SandboxClient> {
    const token = await requestToken(this.sandbox, pair, scope);
    return new SandboxClient(this.sandbox, this.client.instanceName, token.body.access_token);
  }
}

export function expectProblem(answer: Answer, status: number, field?: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.body).toMatchObject({
    timestamp: expect.stringMatching(/Z$/),
    status,
    type: expect.stringMatching(/^urn:partner-api:[a-z]+:[a-z-]+$/),
    errorType: expect.stringMatching(/^[A-Z_]+$/),
    title: expect.any(String),
    instance: expect.stringMatching(/^\//),
  });
  if (field !== undefined) expect(answer.body.detail).toContain(field);
}

/** One more cell for every row with a path id. */
export const badIdCells = (
  kind: Parameters<World["missing"]>[0],
  request: (id: string) => [string, string, unknown?],
): Cells => ({
  "400 bad id": async (world) => {
    expectProblem(await world.call(...request("not-an-id")), 400);
  },
  "404 unknown id": async (world) => {
    expectProblem(await world.call(...request(world.missing(kind))), 404);
  },
});
