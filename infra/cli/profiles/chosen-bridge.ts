import { homedir } from "node:os";
import { join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export const localBridge = "http://127.0.0.1:4400";

/** If `name` is undefined, the current profile is chosen. */
export type ChosenBridge =
  | { readonly from: "environment"; readonly url: string; readonly key: string | undefined }
  | { readonly from: "profile"; readonly name: string | undefined };

/**
 * The first of these that is set: the requested profile, FEEDHOOK_URL or FEEDHOOK_KEY, the profile that
 * FEEDHOOK_PROFILE names, the current profile.
 */
export function chosenBridge(environment: Environment, asked: string | undefined): ChosenBridge {
  const { FEEDHOOK_URL: url, FEEDHOOK_KEY: key, FEEDHOOK_PROFILE: profile } = environment;
  if (asked !== undefined || !(given(url) || given(key))) {
    return { from: "profile", name: asked ?? (given(profile) ? profile : undefined) };
  }
  return { from: "environment", url: given(url) ? url : localBridge, key: given(key) ? key : undefined };
}

export function profilePath(environment: Environment): string {
  return join(folderOf(environment, "XDG_CONFIG_HOME", ".config"), "profiles.json");
}

/** The caches speed up start and completion. They can be deleted at any time. */
export const cacheFolder = (environment: Environment): string => folderOf(environment, "XDG_CACHE_HOME", ".cache");

function folderOf(environment: Environment, variable: string, inHome: string): string {
  const configured = environment[variable];
  return join(given(configured) ? configured : join(environment["HOME"] ?? homedir(), inHome), "feedhook");
}

const given = (text: string | undefined): text is string => text !== undefined && text !== "";
