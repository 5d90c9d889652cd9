import { parseInput } from "../../../shared/kernel/parse.ts";
import { UnauthorizedError, UsageError } from "../cli-errors.ts";
import { bridgeUrl, profilePath, readProfiles } from "./profile-file.ts";

export type Connection = { readonly url: string; readonly key: string | undefined; readonly from: string };

type Environment = Readonly<Record<string, string | undefined>>;

const localBridge = "http://127.0.0.1:4400";

/**
 * The bridge's address and the key. They come from the first of these that is set: the requested profile, FEEDHOOK_URL
 * and FEEDHOOK_KEY, the current profile, the bridge on this machine. A profile's key is never sent to another address.
 */
export function findConnection(environment: Environment, asked: string | undefined): Connection {
  const { FEEDHOOK_URL: url, FEEDHOOK_KEY: key, FEEDHOOK_PROFILE: profile } = environment;
  const path = profilePath(environment);
  if (asked === undefined && (given(url) || given(key))) {
    const address = parseInput(bridgeUrl, given(url) ? url : localBridge, "FEEDHOOK_URL");
    return { url: address, key: given(key) ? key : undefined, from: "FEEDHOOK_URL and FEEDHOOK_KEY" };
  }
  const known = readProfiles(path);
  const name = asked ?? (given(profile) ? profile : known.current);
  if (name === undefined) return { url: localBridge, key: undefined, from: "the default address" };
  const found = known.profiles[name];
  if (found !== undefined) return { ...found, from: `profile ${name}` };
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
    "Set FEEDHOOK_URL and FEEDHOOK_KEY (`npm start` prints both), or store them: feedhook profiles add NAME --url …",
  );
}

const given = (text: string | undefined): text is string => text !== undefined && text !== "";
