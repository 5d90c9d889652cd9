import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import * as z from "zod";
import { AccessTokens, seededSecret, UserSessions } from "./auth/access-tokens.ts";
import { authenticate, createCredential, forgetCredential } from "./auth/credentials.ts";
import { createSandboxApp, type SandboxParts } from "./create-sandbox-app.ts";
import { FaultPlan, faultSpecSchema } from "./faults/fault-plan.ts";
import { startLiveTraffic } from "./live/live-change.ts";
import { firstPersonOf } from "./oracle/oracle-endpoints.ts";
import { seedInstance } from "./seed/seed-instance.ts";
import { Database } from "./store/database.ts";
import { Instance } from "./store/instance.ts";
import { seededRandom } from "./store/random.ts";
import { settingsSchema } from "./store/switches.ts";
import { type Clock, systemClock } from "./store/time.ts";

const sandboxOptionsSchema = z
  .object({
    /** 0 means any free port. */
    port: z.number().int().min(0).max(65_535).default(0),
    seed: z.number().int().default(7),
    /** Keeps the state across restarts. By default, the state is in memory. */
    dataDir: z.string().optional(),
    live: z.object({ changesPerMinute: z.number().positive() }).optional(),
    instances: z
      .array(z.string().regex(/^[a-z0-9-]+$/))
      .min(1)
      .default(["acme"]),
    /** The number of records in a new instance. */
    records: z.number().int().min(15).default(60),
    /**
     * How many of the records are persons, companies and projects, by default four in five. The others are activities.
     */
    owners: z.number().int().min(12).optional(),
    settings: settingsSchema.prefault({}),
    faults: faultSpecSchema.prefault(""),
  })
  .refine(({ records, owners = 0 }) => owners <= records, { path: ["owners"], message: "must not exceed records" });
export type SandboxOptions = z.input<typeof sandboxOptionsSchema> & { readonly clock?: Clock };

interface InstanceAccess {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A logged-in user's `X-ACCESS-TOKEN` cookie, for the credential endpoints. */
  readonly sessionCookie: string;
}

export interface Sandbox extends SandboxParts {
  readonly app: ReturnType<typeof createSandboxApp>;
  readonly access: readonly InstanceAccess[];
  close(): void;
}

/** For tests that use `app.request()`, without a port. */
export function openSandbox(input: SandboxOptions = {}): Sandbox {
  const options = sandboxOptionsSchema.parse(input);
  const clock = input.clock ?? systemClock;
  const instances = new Map<string, Instance>();
  const sessions = new UserSessions();
  const access = options.instances.map((name, place) => {
    const instance = openInstance(name, options, clock, options.seed + place);
    instances.set(name, instance);
    return openAccess(instance, sessions, options.seed);
  });
  const faults = new FaultPlan(seededRandom(options.seed + 99), options.faults, clock);
  const parts = { instances, sessions, tokens: new AccessTokens(), clock, faults, access };
  const traffic =
    options.live && startLiveTraffic({ ...options.live, instances: [...instances.values()], seed: options.seed });
  return {
    ...parts,
    app: createSandboxApp(parts),
    close: () => {
      traffic?.stop();
      for (const instance of instances.values()) instance.close();
    },
  };
}

export interface RunningSandbox {
  readonly url: string;
  readonly instances: readonly InstanceAccess[];
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = openSandbox(options);
  const server = createAdaptorServer({ fetch: sandbox.app.fetch });
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("the server has no port"));
      else resolve(address);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    instances: sandbox.access,
    sandbox,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        // Idle keep-alive connections would keep the server open until they time out.
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      sandbox.close();
    },
  };
}

function openInstance(
  name: string,
  options: z.output<typeof sandboxOptionsSchema>,
  clock: Clock,
  seed: number,
): Instance {
  const { dataDir, settings, records, owners } = options;
  const database = new Database(dataDir, name);
  const instance = new Instance({ name, settings, clock, random: seededRandom(seed), database });
  if (instance.isEmpty) {
    database.together(() => {
      seedInstance({ instance, random: seededRandom(seed + 1) }, records, owners);
    });
  }
  return instance;
}

function openAccess(instance: Instance, sessions: UserSessions, seed: number): InstanceAccess {
  const { name } = instance;
  const pair = { clientId: `sandbox-${name}`, clientSecret: seededSecret("client", seed, name) };
  const actorId = firstPersonOf(instance);
  // An existing directory may have been created with another seed, but the printed credential must work.
  if (authenticate(instance, pair.clientId, pair.clientSecret) === undefined) {
    for (const row of instance.tables.credential.rowsOf("clientId", pair.clientId)) forgetCredential(instance, row);
    createCredential(instance, { label: "Sandbox", accessLevel: "READ_WRITE", actorId, createdBy: actorId, pair });
  }
  return { name, ...pair, sessionCookie: sessions.open(name, actorId, seededSecret("session", seed, name)) };
}
