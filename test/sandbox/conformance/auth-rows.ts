import { expect } from "vitest";
import { type Answer, read, requestToken } from "../sandbox-client.ts";
import { type Cells, type ContractRow, expectProblem, type World } from "./world.ts";

const access = (world: World) => world.sandbox.access[0]!;

async function postToken(
  world: World,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return read(
    await world.sandbox.app.request("/acme/auth/api/v1/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams(form).toString(),
    }),
  );
}

const grant = { grant_type: "client_credentials", scope: "read" };
const pairOf = (world: World) => ({ client_id: access(world).clientId, client_secret: access(world).clientSecret });

function expectOAuthError(answer: Answer, status: number, error: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.body).toMatchObject({ error });
  expect(answer.body).not.toHaveProperty("type");
}

const scopeCells: Cells = {
  "200 valid scopes of every kind of credential": async (world) => {
    const [, other] = [...world.instance.tables.person.all()].map(({ id }) => world.instance.ids.mask("person", id));
    const kinds: [object, string[]][] = [
      [{ accessLevel: "READ_WRITE" }, ["read write", "read", "write"]],
      [{ accessLevel: "READ_ONLY" }, ["read"]],
      [
        { accessLevel: "READ_WRITE", actedBy: other },
        ["act-as-user:read act-as-user:write", "act-as-user:read", "act-as-user:write"],
      ],
      [{ accessLevel: "READ_ONLY", actedBy: other }, ["act-as-user:read"]],
    ];
    for (const [body, scopes] of kinds) {
      const pair = (await world.helper("POST", "/credentials", body)).body;
      for (const scope of scopes) expect((await requestToken(world.sandbox, pair, scope)).body.scope).toBe(scope);
    }
  },
  "400 invalid_scope: missing": async (world) => {
    expectOAuthError(
      await postToken(world, { grant_type: "client_credentials", ...pairOf(world) }),
      400,
      "invalid_scope",
    );
    expectOAuthError(await postToken(world, { ...grant, scope: " ", ...pairOf(world) }), 400, "invalid_scope");
  },
  "400 invalid_scope: not held; the families never mix": async (world) => {
    const [, other] = [...world.instance.tables.person.all()].map(({ id }) => world.instance.ids.mask("person", id));
    const refused: [object, string][] = [
      [{ accessLevel: "READ_ONLY" }, "read write"],
      [{ accessLevel: "READ_WRITE" }, "act-as-user:read"],
      [{ accessLevel: "READ_WRITE", actedBy: other }, "read write"],
      [{ accessLevel: "READ_WRITE", actedBy: other }, "read act-as-user:read"],
      [{ accessLevel: "READ_ONLY", actedBy: other }, "act-as-user:write"],
    ];
    for (const [body, scope] of refused) {
      const pair = (await world.helper("POST", "/credentials", body)).body;
      expectOAuthError(await requestToken(world.sandbox, pair, scope), 400, "invalid_scope");
    }
  },
};

const tokenRow: ContractRow = {
  row: "POST /{instanceName}/auth/api/v1/token",
  cells: {
    "200 with HTTP Basic": async (world) => {
      const answer = await requestToken(world.sandbox, access(world));
      expect(answer).toMatchObject({
        status: 200,
        body: { token_type: "Bearer", expires_in: 600, scope: "read write" },
      });
      expect(answer.body.access_token).toEqual(expect.any(String));
    },
    "200 with form fields": async (world) => {
      expect((await postToken(world, { ...grant, ...pairOf(world) })).body).toMatchObject({
        token_type: "Bearer",
        scope: "read",
      });
    },
    "200 expires_in is what holds": async (world) => {
      await world.helper("PATCH", "/settings", { expiresInSeconds: 20 });
      const client = await world.clientWith(access(world), "read");
      expect((await client.get("/person?limit=1")).status).toBe(200);
      await world.sandbox.clock.sleep(20_000);
      expectProblem(await client.get("/person?limit=1"), 401);
    },
    ...scopeCells,
    "400 invalid_request: malformed body": async (world) => {
      expectOAuthError(await postToken(world, grant, { "content-type": "application/json" }), 400, "invalid_request");
      expectOAuthError(await postToken(world, { scope: "read", ...pairOf(world) }), 400, "invalid_request");
    },
    "400 invalid_grant: wrong grant type": async (world) => {
      expectOAuthError(
        await postToken(world, { ...grant, grant_type: "password", ...pairOf(world) }),
        400,
        "invalid_grant",
      );
    },
    "401 invalid_client: wrong id or secret": async (world) => {
      const { clientId, clientSecret } = access(world);
      expectOAuthError(await requestToken(world.sandbox, { clientId: "nobody", clientSecret }), 401, "invalid_client");
      expectOAuthError(await requestToken(world.sandbox, { clientId, clientSecret: "wrong" }), 401, "invalid_client");
      expectOAuthError(await postToken(world, grant), 401, "invalid_client");
    },
    "401 invalid_client: revoked": async (world) => {
      const created = (await session(world, "POST", "", { label: "old", accessLevel: "READ_ONLY" })).body;
      await session(world, "DELETE", `/${created.id}`);
      expectOAuthError(await requestToken(world.sandbox, created, "read"), 401, "invalid_client");
    },
    "404 unknown instance": async (world) => {
      expect((await requestToken(world.sandbox, access(world), "read", "nobody")).status).toBe(404);
    },
  },
};

const credentialsPath = "/{instanceName}/auth/api/v1/{locale}/credentials";

async function session(
  world: World,
  method: string,
  path: string,
  body?: unknown,
  cookie = access(world).sessionCookie,
): Promise<Answer> {
  return read(
    await world.sandbox.app.request(`/acme/auth/api/v1/en/credentials${path}`, {
      method,
      headers: { cookie: `X-ACCESS-TOKEN=${cookie}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

const sessionCells = (method: string, path = "", body?: unknown): Cells => ({
  "401 no session; a bearer token is not accepted": async (world) => {
    expectProblem(await session(world, method, path, body, "nonsense"), 401);
    const headers = { authorization: `Bearer ${world.client.token}`, "content-type": "application/json" };
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    expectProblem(await read(await world.sandbox.app.request(`/acme/auth/api/v1/en/credentials${path}`, request)), 401);
  },
});

const newCredential = { label: "Integration", accessLevel: "READ_WRITE" };

export const authRows: readonly ContractRow[] = [
  tokenRow,
  {
    row: `POST ${credentialsPath}`,
    cells: {
      "201 with the secret, once; it acts as its creator": async (world) => {
        const { status, body } = await session(world, "POST", "", newCredential);
        expect(status).toBe(201);
        expect(Object.keys(body).toSorted()).toEqual([
          "accessLevel",
          "clientId",
          "clientSecret",
          "createdAt",
          "id",
          "label",
        ]);
        const client = await world.clientWith(body, "read write");
        const person = (await client.call("POST", "/person", { firstName: "A", lastName: "B" })).body;
        const [me] = [...world.instance.tables.person.all()];
        expect(person.createdBy).toBe(world.instance.ids.mask("person", me!.id));
        expect(JSON.stringify((await session(world, "GET", "")).body)).not.toContain(body.clientSecret);
      },
      "400 accessLevel or label missing": async (world) => {
        expectProblem(await session(world, "POST", "", { label: "x" }), 400, "accessLevel");
        expectProblem(await session(world, "POST", "", { accessLevel: "READ_ONLY" }), 400, "label");
        expectProblem(await session(world, "POST", "", { label: "x", accessLevel: "ALL" }), 400, "accessLevel");
      },
      ...sessionCells("POST", "", newCredential),
    },
  },
  {
    row: `GET ${credentialsPath}`,
    cells: {
      "200 list, revoked rows stay with time and actor": async (world) => {
        const { id } = (await session(world, "POST", "", newCredential)).body;
        await session(world, "DELETE", `/${id}`);
        const row = (await session(world, "GET", "")).body.find((item: { id: string }) => item.id === id);
        expect(row).toMatchObject({
          label: "Integration",
          status: "revoked",
          revokedAt: expect.any(String),
          revokedBy: expect.any(String),
        });
      },
      ...sessionCells("GET"),
    },
  },
  {
    row: `DELETE ${credentialsPath}/{id}`,
    cells: {
      "204, and its tokens stop within a minute": async (world) => {
        const pair = (await session(world, "POST", "", newCredential)).body;
        const client = await world.clientWith(pair, "read");
        expect((await session(world, "DELETE", `/${pair.id}`)).status).toBe(204);
        expect((await client.get("/person?limit=1")).status, "propagation takes a while").toBe(200);
        await world.sandbox.clock.sleep(60_000);
        expectProblem(await client.get("/person?limit=1"), 401);
      },
      "204 rotation: both pairs work until the old one is deleted": async (world) => {
        const [old, replacement] = [
          await session(world, "POST", "", newCredential),
          await session(world, "POST", "", newCredential),
        ];
        expect((await requestToken(world.sandbox, old.body)).status).toBe(200);
        expect((await requestToken(world.sandbox, replacement.body)).status).toBe(200);
      },
      "400 bad id, 404 unknown id": async (world) => {
        expectProblem(await session(world, "DELETE", "/not-an-id"), 400);
        expectProblem(await session(world, "DELETE", `/${world.missing("credential")}`), 404);
      },
      ...sessionCells("DELETE", "/x"),
    },
  },
];
