import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A separate file system that can be filled. */
export type SmallDisk = {
  /** The directory as programs see it that are started with `prefix` before their command and with `env`. */
  readonly directory: string;
  readonly prefix: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** The same directory as this process sees it. */
  readonly reached: string;
  /** Uses up all remaining space. */
  fill(): void;
  free(): void;
  close(): void;
};

/**
 * Mounts one at `directory`, in memory, in a mount namespace that ends with this process. Root may do so, and other
 * users if the kernel lets them create namespaces. Resolves with undefined if neither is allowed.
 */
export async function mountSmallDisk(directory: string, megabytes: number): Promise<SmallDisk | undefined> {
  mkdirSync(directory, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=0755 tmpfs "$0" && echo mounted && exec cat`;
  const namespaces = isRoot ? ["--mount"] : ["--user", "--map-root-user", "--mount"];
  const stdio = ["pipe", "pipe", "ignore"] as ["pipe", "pipe", "ignore"];
  const holder = spawn("unshare", [...namespaces, "sh", "-c", script, directory], { stdio });
  const mounted = await new Promise<boolean>((resolve) => {
    holder.stdout.once("data", () => {
      resolve(true);
    });
    for (const end of ["error", "exit"]) {
      holder.once(end, () => {
        resolve(false);
      });
    }
  });
  if (!mounted) return undefined;
  const reached = `/proc/${holder.pid}/root${directory}`;
  const filler = join(reached, "filler");
  const joined = isRoot ? ["--mount"] : ["--user", "--preserve-credentials", "--mount"];
  return {
    directory,
    prefix: ["nsenter", `--target=${holder.pid}`, ...joined, "--wd"],
    env: {},
    reached,
    fill: () => {
      fillWith(filler);
    },
    free: () => {
      rmSync(filler, { force: true });
    },
    close: () => {
      holder.stdin.end();
    },
  };
}

function fillWith(filler: string): void {
  const file = openSync(filler, "a");
  try {
    // Continues down to single pages, because otherwise SQLite finds room for a little more.
    for (const bytes of [16 * 1_024 * 1_024, 65_536, 4_096]) {
      const zeros = Buffer.alloc(bytes);
      const hasRoom = () => statfsSync(filler).bavail * 4_096 >= bytes;
      while (hasRoom() && writeSync(file, zeros) === bytes);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}

/** A plain directory where the program gets the errors of a full disk (`no-room.ts`), as any user and on any system. */
export function pretendedSmallDisk(directory: string): SmallDisk {
  mkdirSync(directory, { recursive: true });
  const filler = join(directory, "filler");
  return {
    directory,
    prefix: [],
    env: {
      NODE_OPTIONS: `--import=${new URL("no-room.ts", import.meta.url).href}`,
      NO_ROOM_WHILE: filler,
    },
    reached: directory,
    fill: () => {
      writeFileSync(filler, "");
    },
    free: () => {
      rmSync(filler, { force: true });
    },
    close: () => undefined,
  };
}
