import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A file system of its own, small enough to be filled. */
export type SmallDisk = {
  readonly directory: string;
  /** Takes all the space that is left. */
  fill(): void;
  free(): void;
  unmount(): void;
};

/** Mounts one at `directory`; undefined where that isn't permitted. */
export function mountSmallDisk(directory: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(directory, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", directory], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  const filler = join(directory, "filler");
  return {
    directory,
    fill: () => {
      const file = openSync(filler, "a");
      try {
        // Down to single pages: otherwise SQLite finds room for a little more.
        for (const bytes of [16 * 1_024 * 1_024, 65_536, 4_096]) {
          const zeros = Buffer.alloc(bytes);
          while (statfsSync(directory).bavail * 4_096 >= bytes && writeSync(file, zeros) === bytes);
        }
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => {
      rmSync(filler, { force: true });
    },
    unmount: () => {
      execFileSync("umount", [directory], { stdio: "ignore" });
    },
  };
}
