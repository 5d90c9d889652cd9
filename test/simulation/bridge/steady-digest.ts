import { createHash } from "node:crypto";

const names = new Map([
  ["SHA-1", "sha1"],
  ["SHA-256", "sha256"],
  ["SHA-512", "sha512"],
]);

/**
 * Web Crypto runs on separate threads, so its results arrive whenever the machine has time, and the API uses them to
 * tag its responses. Here they arrive immediately, because otherwise equal seeds would run different histories.
 */
export function makeDigestsSteady(): void {
  const digest = async (algorithm: string | { readonly name: string }, data: ArrayBuffer | ArrayBufferView) => {
    const name = names.get(typeof algorithm === "string" ? algorithm : algorithm.name);
    if (name === undefined) throw new Error("the simulation doesn't know this digest");
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Uint8Array.from(createHash(name).update(bytes).digest()).buffer;
  };
  Object.defineProperty(globalThis.crypto.subtle, "digest", { value: digest, configurable: true });
}
