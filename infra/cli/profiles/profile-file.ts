import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { parseInput, parseJson } from "../../../shared/kernel/parse.ts";
import { UnauthorizedError, UsageError } from "../cli-errors.ts";
import { chosenBridge, type Environment, localBridge, profilePath } from "./chosen-bridge.ts";

/** A URL may have a path, such as `https://…/prod`. The API's own `/v1` at its end is removed. */
export const bridgeUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((url) => url.replace(/\/+$/, "").replace(/\/v1$/, ""));

export const profileName = z
  .string()
  .regex(/^[\w.-]{1,64}$/, "must be at most 64 letters, digits, dots, dashes and underscores");

const profiles = z.strictObject({
  current: profileName.optional(),
  profiles: z.record(profileName, z.strictObject({ url: bridgeUrl, key: z.string().min(1) })),
});
export type Profiles = z.infer<typeof profiles>;

/** Throws {@link UsageError} if other users may read the file, because it contains keys. */
export function readProfiles(path: string): Profiles {
  if (!existsSync(path)) return { profiles: {} };
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) !== 0 && process.platform !== "win32") {
    throw new UsageError(
      `${path} contains keys, and other users can read it (mode ${mode.toString(8)})`,
      `Run: chmod 600 ${path}   If others had access to this machine, revoke the keys.`,
    );
  }
  return parseJson(profiles, readFileSync(path, "utf8"), path);
}

/** A crash leaves either the old file or the new one. */
export function writeProfiles(path: string, content: Profiles): void {
  const text = JSON.stringify(parseInput(profiles, content, "profiles"), null, 2);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, `${text}\n`, { mode: 0o600 });
  // The umask limits the mode of a new file, and a file left by a crash may have any mode.
  chmodSync(fresh, 0o600);
  renameSync(fresh, path);
}

export type Connection = { readonly url: string; readonly key: string | undefined };

/**
 * The result of {@link chosenBridge} or, if no profile is set, the bridge on this machine. A profile's key is never
 * sent to another URL.
 */
export function findConnection(environment: Environment, asked: string | undefined): Connection {
  const chosen = chosenBridge(environment, asked);
  if (chosen.from === "environment") {
    const url = parseInput(bridgeUrl, chosen.url, "FEEDHOOK_URL");
    return { url, key: chosen.key };
  }
  const path = profilePath(environment);
  const known = readProfiles(path);
  const name = chosen.name ?? known.current;
  if (name === undefined) return { url: localBridge, key: undefined };
  const found = known.profiles[name];
  if (found !== undefined) return found;
  const names = Object.keys(known.profiles);
  throw new UsageError(
    `there is no profile ${name} in ${path}`,
    names.length > 0
      ? `Existing profiles: ${names.join(", ")}.`
      : `Create it: feedhook profiles add ${name} --url https://…`,
  );
}

export function keyOf({ key }: Connection): string {
  if (key !== undefined) return key;
  throw new UnauthorizedError(
    "the API key is missing",
    "Set FEEDHOOK_URL and FEEDHOOK_KEY (`npm start` prints the URL, and the key or its file), or store them: feedhook profiles add NAME --url …",
  );
}
