import { ContentionError } from "./errors.ts";

/** Losing this often in a row to other workers means that something is wrong, not that the item is popular. */
const attempts = 12;

/**
 * Repeats a read-change-write until its compare-and-set wins. `attempt` reads the item anew, decides and writes, and
 * returns `"conflict"` if another worker wrote in between. Throws a ContentionError that names `what` after 12 losses.
 *
 * @example
 * await retryOnConflict(`instance ${name}`, async () => {
 *   const old = await find(name);
 *   return (await save(change(old))) === "saved" ? old : "conflict";
 * });
 */
export async function retryOnConflict<T>(what: string, attempt: () => Promise<T | "conflict">): Promise<T> {
  for (let tried = 0; tried < attempts; tried += 1) {
    const result = await attempt();
    if (result !== "conflict") return result;
  }
  throw new ContentionError(`${what} is being changed by other workers`);
}
