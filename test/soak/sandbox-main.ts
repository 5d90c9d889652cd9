import { createServer } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Problem } from "../../infra/sandbox/http/problem.ts";
import { documentSteps, type Step } from "../../infra/sandbox/live/document-steps.ts";
import { recordSteps } from "../../infra/sandbox/live/record-steps.ts";
import { openSandbox, type SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import { pick, seededRandom } from "../../infra/sandbox/store/random.ts";

/**
 * The soak's source as a separate process. The bridge reads it at `url`, with faults, and not at all while it is down;
 * its helpers stay reachable at `helpersUrl`. Lines on standard input control it: `live 50`, `down`, `up`. Further
 * sandbox options come as JSON.
 */
const seed = Number(process.argv[2] ?? 1);
const options = JSON.parse(process.argv[3] ?? "{}") as SandboxOptions;
const { switches, ...settings } = options.settings ?? {};
const sandbox = openSandbox({
  ...{ seed, records: 60, ...options },
  settings: { ...settings, switches: { actorPermissions: false, ...switches } },
});
const [instance] = [...sandbox.instances.values()];
if (instance === undefined) throw new Error("the sandbox has no instance");
const employees = [...instance.tables.person.all()].filter(({ isUser }) => isUser);
const random = seededRandom(seed);

/** As many records and documents come as go, because with growth no curve could distinguish a leak from more data. */
const rare = new Set(["addPerson", "addCompany", "addProject", "endPerson", "endCompany", "endProject", "addFolder"]);
const steps = [...recordSteps, ...documentSteps].map(([weight, step]): readonly [number, Step] => [
  rare.has(step.name) ? weight / 8 : step.name === "remove" ? weight * 1.7 : weight,
  step,
]);
const total = steps.reduce((sum, [weight]) => sum + weight, 0);

function chosen(): Step {
  let left = random() * total;
  for (const [weight, step] of steps) {
    left -= weight;
    if (left < 0) return step;
  }
  return () => undefined;
}

/** Steps that change nothing (a user's mistake, nothing to change) don't count, and the next one follows at once. */
async function change(): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const before = instance?.journal.last ?? 0;
    const write = await instance!.beginWrite(pick(random, employees)?.id ?? 0, instance!.settings.liveLateMilliseconds);
    try {
      chosen()(instance!, random, write);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    if ((instance?.journal.last ?? 0) > before) return;
  }
}

let timer: NodeJS.Timeout | undefined;
let due = 0;
/** Exponential gaps with a steady mean, whatever the timers' resolution and the machine's load. */
function live(perSecond: number): void {
  clearTimeout(timer);
  if (perSecond === 0) return;
  due = performance.now();
  const next = () => {
    while (due <= performance.now()) {
      due += (-Math.log(1 - random()) * 1_000) / perSecond;
      void change();
    }
    timer = setTimeout(next, Math.max(1, due - performance.now()));
  };
  next();
}

const listening = async (server: ReturnType<typeof createAdaptorServer>, port: number): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
};
const open = () => createAdaptorServer({ fetch: sandbox.app.fetch, createServer });
let partner = open();
const port = await listening(partner, 0);
const helpersUrl = `http://127.0.0.1:${await listening(open(), 0)}`;

const commands: { readonly [name: string]: (parameter: string) => unknown } = {
  live: (perSecond) => {
    live(Number(perSecond));
  },
  down: () => {
    partner.close();
    if ("closeAllConnections" in partner) partner.closeAllConnections();
  },
  up: async () => {
    partner = open();
    await listening(partner, port);
  },
};
process.stdin.setEncoding("utf8").on("data", (text: string) => {
  for (const line of text.split("\n")) {
    const [name = "", parameter = ""] = line.split(" ");
    void commands[name]?.(parameter);
  }
});
process.stdin.on("end", () => process.exit(0));
console.log(`ready ${JSON.stringify({ url: `http://127.0.0.1:${port}`, helpersUrl, access: sandbox.access[0] })}`);
