import { createCipheriv, createDecipheriv } from "node:crypto";
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { InvalidInputError, UnsealError } from "../../kernel/errors.ts";
import type { KeyWrapper } from "../../kernel/ports/key-wrapper.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Wraps data keys with AES-256-GCM under one key: nonce, ciphertext, tag; the context is authenticated. */
export class LocalKeyWrapper implements KeyWrapper {
  readonly #key: Uint8Array;
  readonly #randomness: Randomness;

  /** `key` has 32 bytes; see {@link readKeyFile}. */
  constructor(key: Uint8Array, randomness: Randomness) {
    this.#key = key;
    this.#randomness = randomness;
  }

  async wrap(dataKey: Uint8Array, context: string): Promise<Uint8Array> {
    const nonce = this.#randomness.bytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(context));
    return Promise.resolve(Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]));
  }

  async unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array> {
    const nonce = wrapped.subarray(0, nonceBytes);
    const end = Math.max(nonceBytes, wrapped.length - tagBytes);
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(wrapped.subarray(end));
      const dataKey = Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, end)), decipher.final()]);
      return await Promise.resolve(dataKey);
    } catch (cause) {
      throw new UnsealError(`the data key of ${context} does not open with this key file`, { cause });
    }
  }
}

/**
 * The key in the file at `path`, made at the first call. Throws InvalidInputError when others may read it (ssh does the
 * same for the same reason) or when it isn't a key.
 */
export function readKeyFile(path: string, randomness: Randomness): Uint8Array {
  makeUnlessThere(path, randomness);
  if ((statSync(path).mode & 0o077) !== 0) throw refusal(path, "others may read it: chmod 600");
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
  if (key.length !== keyBytes) throw refusal(path, "is not a key of 32 bytes in base64");
  return key;
}

/** Written beside and linked into place: a crash between making and writing leaves no empty key file behind. */
function makeUnlessThere(path: string, randomness: Randomness): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  const fresh = `${path}.${Buffer.from(randomness.bytes(6)).toString("hex")}`;
  writeFileSync(fresh, `${Buffer.from(randomness.bytes(keyBytes)).toString("base64")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(fresh, path);
  } catch (error) {
    // Another process was first: its key is the key.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) throw error;
  } finally {
    rmSync(fresh);
  }
}

function refusal(path: string, message: string): InvalidInputError {
  return new InvalidInputError("key file", [{ path, message }]);
}
