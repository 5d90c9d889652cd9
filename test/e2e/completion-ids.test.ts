import { expect, test } from "vitest";
import { buildTree } from "../../infra/cli/completion/build-tree.ts";
import { nextAfter } from "../../infra/cli/completion/command-tree.ts";
import { knownIds } from "../../infra/cli/completion/known-ids.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { serveForTest } from "./support/test-scope.ts";

const home = () => ({ HOME: temporaryFolder() });
const tree = buildTree({});
const after = (...words: string[]) => nextAfter(tree, words);

async function bridge(lists: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const address = await serveForTest(({ url = "", headers }, response) => {
    asked.push(`${headers.authorization} ${String(headers["feedhook-partner"])} ${url}`);
    const body = lists[url.replace(/\?.*/, "")];
    response.writeHead(body === undefined ? 404 : 200).end(JSON.stringify(body));
  });
  const environment = { ...home(), FEEDHOOK_URL: `${address}/v1/` };
  return { asked, environment: { ...environment, FEEDHOOK_KEY: "k" } };
}

test("ids come from the bridge, with the key and the partner in the command line", async () => {
  const { asked, environment } = await bridge({
    "/v1/subscriptions": { items: [{ id: "sub_1" }, { id: "$(rm -rf)" }, { id: "a b" }, {}, { id: "sub_2" }] },
    "/v1/subscriptions/sub_1/deliveries": { items: [{ event: "evt_1" }, { event: "evt_1" }] },
    "/v1/me": { partner: { instances: ["acme"] } },
    "/v1/feeds": { items: [{ id: "acme#person-walk" }] },
  });
  const ids = async (...words: string[]) => {
    const { ids: kind, line } = after(...words);
    return knownIds(kind!, line, environment);
  };
  // Others choose names, and a shell must not read more than an id.
  expect(await ids("subscriptions", "ping", "--as-partner", "prt_1", "--json")).toEqual(["sub_1", "sub_2"]);
  expect(asked).toEqual(["Bearer k prt_1 /v1/subscriptions?limit=200"]);
  expect(await ids("deliveries", "sub_1", "--event")).toEqual(["evt_1"]);
  // A partner's key may not list all instances.
  expect(await ids("instances", "pause")).toEqual(["acme"]);
  expect(await ids("feeds", "show")).toEqual(["acme#person-walk"]);
  expect(await ids("replays", "show", "sub_1")).toEqual([]);
});

test("without a bridge, a key or a profile there are no ids, and no error", async () => {
  const { line } = after("subscriptions", "ping");
  const away = { ...home(), FEEDHOOK_URL: "http://127.0.0.1:9", FEEDHOOK_KEY: "k" };
  expect(await knownIds("subscription", line, away)).toEqual([]);
  expect(await knownIds("subscription", line, home())).toEqual([]);
  expect(await knownIds("profile", line, home())).toEqual([]);
});
