import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { sha256Text } from "../../../shared/kernel/hash.ts";
import { type JsonObject, jsonObject } from "../../../shared/kernel/json.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";
import { profilePath } from "../profiles/chosen-bridge.ts";
import type { Session } from "../session.ts";
import type { Forwarded } from "./forward-event.ts";

/** In bytes. Every real example is smaller. */
const longestExample = 1_000_000;
/** Every system accepts a Unix socket's path of up to this length. */
const longestPath = 100;

type Place = Pick<Session, "environment" | "url">;

/**
 * The sockets are in the user's own folder, which no other user can enter. A socket's name is a digest of its bridge's
 * URL, followed by the id of its process. On Windows, the folder has an empty file with that name for each pipe.
 */
const folderOf = ({ environment }: Place): string => join(dirname(profilePath(environment)), "listening");
const prefixOf = ({ url }: Place): string => `${sha256Text("hex", url()).slice(0, 8)}-`;

/** Windows uses pipes instead of sockets. Pipe names have no folders, so a digest of `path` keeps users apart. */
export function socketOf(path: string, platform: NodeJS.Platform = process.platform): string {
  return platform === "win32" ? `\\\\.\\pipe\\feedhook-${sha256Text("hex", path).slice(0, 32)}` : path;
}

/** Accepts examples until the result is disposed of. Undefined if the folder's path is too long for a socket. */
export async function takeExamples(place: Place, take: (event: JsonObject) => Promise<Forwarded>) {
  const folder = folderOf(place);
  const path = join(folder, `${prefixOf(place)}${process.pid}`);
  const socketPath = socketOf(path);
  if (socketPath === path && path.length > longestPath) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A killed process with the same id may have left this file.
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    void answer(socket, take).catch(() => socket.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(socketPath, done);
  });
  if (socketPath !== path) writeFileSync(path, "");
  return {
    [Symbol.dispose]: () => {
      server.close();
      rmSync(path, { force: true });
    },
  };
}

/** The request is one line, because a pipe can't be half-closed: ending the request would also end the answer. */
async function answer(socket: Socket, take: (event: JsonObject) => Promise<Forwarded>): Promise<void> {
  let length = 0;
  socket.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > longestExample) socket.destroy();
  });
  for await (const line of createInterface({ input: socket })) {
    socket.end(JSON.stringify(await take(parseJson(jsonObject, line, "example"))));
    break;
  }
  // The end of the loop paused the socket, which closes only once it has been read to its end.
  socket.resume();
}

const forwarded = z.object({
  to: z.string(),
  status: z.int().exactOptional(),
  error: z.string().exactOptional(),
  ms: z.number(),
});
export type Heard = z.infer<typeof forwarded>;

/** Whether `feedhook listen` seems to run here for this bridge. A killed process leaves its socket behind. */
export const hasLocalListeners = (place: Place): boolean => namesIn(place).length > 0;

/** Gives the example to every `feedhook listen` of this bridge on this machine. */
export async function toLocalListeners(place: Place, event: object): Promise<Heard[]> {
  const folder = folderOf(place);
  const heard = await Promise.all(namesIn(place).map((name) => hear(join(folder, name), event)));
  return heard.flatMap((one) => one ?? []);
}

function namesIn(place: Place): string[] {
  try {
    return readdirSync(folderOf(place)).filter((name) => name.startsWith(prefixOf(place)));
  } catch {
    return [];
  }
}

/** If the process was killed, removes its socket and returns undefined. */
async function hear(path: string, event: object): Promise<Heard | undefined> {
  const socket = createConnection(socketOf(path));
  try {
    await new Promise<void>((done, failed) => {
      socket.once("connect", done);
      socket.once("error", failed);
    });
  } catch {
    rmSync(path, { force: true });
    return undefined;
  }
  socket.write(`${JSON.stringify(event)}\n`);
  return parseJson(forwarded, await text(socket), "answer of feedhook listen");
}
