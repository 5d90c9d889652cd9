import { readFileSync } from "node:fs";
import { chosenBridge, type Environment, localBridge, profilePath } from "../profiles/chosen-bridge.ts";
import type { IdKind, Line } from "./command-tree.ts";

/** How long (ms) a request for ids may take. After that, the completion offers only words. */
const patience = 250;
/** More ids of one kind would only fill the screen. */
const most = 200;

type Bridge = { readonly url: string; readonly key: string; readonly partner: string | undefined };

/**
 * Returns no ids if the bridge doesn't respond in time. This file reads JSON without zod, because loading zod takes
 * half of the time that a completion may take.
 */
export async function knownIds(kind: IdKind, line: Line, environment: Environment): Promise<readonly string[]> {
  const profiles = readJson(profilePath(environment));
  if (kind === "profile") return Object.keys(objectIn(member(profiles, "profiles")));
  const bridge = bridgeOf(profiles, line, environment);
  return bridge === undefined ? [] : await listed(kind, line, bridge);
}

async function listed(kind: Exclude<IdKind, "profile">, line: Line, bridge: Bridge): Promise<readonly string[]> {
  const [subscription = ""] = line.positions;
  const of = `/v1/subscriptions/${encodeURIComponent(subscription)}`;
  const list = async (path: string, field = "id") => names(await read(bridge, `${path}limit=${most}`), field);
  const lists = {
    subscription: () => list("/v1/subscriptions?"),
    partner: () => list("/v1/partners?"),
    instance: () => instances(bridge),
    feed: async () => {
      const all = (await instances(bridge)).map((name) => list(`/v1/feeds?instance=${encodeURIComponent(name)}&`));
      return (await Promise.all(all)).flat();
    },
    replay: () => list(`${of}/replays?`),
    event: () => list(`${of}/deliveries?`, "event"),
  };
  return lists[kind]();
}

/** A partner's key can't list instances, but can see its own. */
async function instances(bridge: Bridge): Promise<readonly string[]> {
  const all = names(await read(bridge, `/v1/instances?limit=${most}`), "name");
  if (all.length > 0) return all;
  return texts(member(member(await read(bridge, "/v1/me"), "partner"), "instances"));
}

/** The bridge that the command itself would use; undefined without a key. */
function bridgeOf(profiles: unknown, { options }: Line, environment: Environment): Bridge | undefined {
  const partner = options.get("--as-partner");
  const chosen = chosenBridge(environment, options.get("--profile"));
  if (chosen.from === "environment") {
    const url = chosen.url.replace(/\/+$/, "").replace(/\/v1$/, "");
    return chosen.key === undefined ? undefined : { url, key: chosen.key, partner };
  }
  const name = chosen.name ?? member(profiles, "current");
  const found = typeof name === "string" ? member(member(profiles, "profiles"), name) : undefined;
  const [url = localBridge, key] = [member(found, "url"), member(found, "key")];
  return typeof url === "string" && typeof key === "string" ? { url, key, partner } : undefined;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Undefined for any response but a 200 in time. `fetch` isn't used, because it takes longer to load. */
async function read({ url, key, partner }: Bridge, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, ...(partner !== undefined && { "feedhook-partner": partner }) };
  const { get } = url.startsWith("https:") ? await import("node:https") : await import("node:http");
  return new Promise((done) => {
    const nothing = (): void => done(undefined);
    const request = get(
      `${url}${path}`,
      { headers, signal: AbortSignal.timeout(patience), agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("error", nothing);
        response.on("end", () => done(response.statusCode === 200 ? parsed(text) : undefined));
      },
    );
    request.on("error", nothing);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function names(list: unknown, field: string): string[] {
  const items = member(list, "items");
  return [...new Set(texts(Array.isArray(items) ? items.map((item) => member(item, field)) : undefined))];
}

/** Leaves out strings with characters that are special to a shell or a terminal. */
function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is string => typeof each === "string" && /^[\w.#~/:@+-]+$/.test(each));
}

function member(value: unknown, name: string): unknown {
  const object = objectIn(value);
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function objectIn(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
