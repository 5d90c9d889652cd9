import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import type { FaultWorld } from "./support/fault-world.ts";
import type { KnownBridge } from "./support/known-bridge.ts";
import { afterwards, random, request } from "./support/request.ts";

const attempts = ["attempt", "nextAt", "dueAt", "failures", "excerpt", "repeated"];
const redriving = { history: [...random, ...attempts], rows: afterwards };

/** The queue gave up on everything that waited there. */
const givingUp = (place: "stream" | "fanout") => async (world: FaultWorld) => {
  world.held.add(place);
  await world.run(1_000);
  world.giveUp(place);
};

let link = "";

/** A user whose session was lost needs another link, because a link opens once. */
async function open(world: FaultWorld): Promise<unknown> {
  const { status } = await call(world, { method: "POST", path: "/v1/portal-session", key: link });
  if (status === 201) world.posts.push({ url: "session", event: "opened", body: "{}" });
  return status === 201 || status === 401 ? "opened" : status;
}

const pair = (bridge: KnownBridge) => {
  const [{ clientId, clientSecret } = { clientId: "", clientSecret: "" }] = bridge.sandbox.access;
  return { clientId, clientSecret };
};

describeFaults("operations", [
  request("redrive a queue", () => ({ method: "POST", path: "/v1/queues/fanout/redrive" }), {
    from: "changed",
    prepare: givingUp("fanout"),
    canon: redriving,
  }),
  request("redrive the changes", () => ({ method: "POST", path: "/v1/changes-set-aside/redrive" }), {
    from: "changed",
    prepare: givingUp("stream"),
    canon: redriving,
  }),
  {
    name: "open the portal",
    inPairs: true,
    prepare: async (world, { partner }) => {
      const path = `/v1/partners/${partner}/portal-links`;
      link = (await call(world, { method: "POST", path, body: {} })).body.token;
    },
    act: open,
    repeats: 0,
    repeatsBeside: 0,
    canon: { history: random, rows: afterwards, lines: [/^POST session/] },
  },
  request(
    "test credentials",
    (bridge) => ({ method: "POST", path: "/v1/instances/acme/test-credentials", body: pair(bridge) }),
    {
      act: async (world, bridge) => {
        world.meanwhile = () => world.handle("poll");
        const path = "/v1/instances/acme/test-credentials";
        const { status } = await call(world, { method: "POST", path, body: pair(bridge) });
        world.meanwhile = async () => undefined;
        return status < 300 ? "tested" : status;
      },
    },
  ),
]);
