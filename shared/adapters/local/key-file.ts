import { createCipheriv, createDecipheriv } from "node:crypto";
import { linkSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorWith, InvalidInputError, UnsealError } from "../../kernel/errors.ts";
import type { KeyWrapper } from "../../kernel/ports/key-wrapper.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";
import { type FileFault, fileFault } from "./private-file.ts";

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** A temporary file's name is the key file's name, a dot, and this number of random bytes in hex. */
const freshBytes = 6;
const freshSuffix = /^[0-9a-f]{12}$/;

/**
 * Wraps data keys with AES-256-GCM under one key. The result consists of nonce, ciphertext and tag. The context is
 * authenticated, but not part of the result.
 */
export class LocalKeyWrapper implements KeyWrapper {
  readonly #key: Uint8Array;
  readonly #randomness: Randomness;

  /** `key` has 32 bytes; {@link readKeyFile} reads it. */
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
      throw new UnsealError(`the data key of ${context} can't be unwrapped with this key file`, { cause });
    }
  }
}

/** A store's key file is missing. A new key can't unseal what the old one sealed. */
export class KeyFileMissingError extends errorWith("key_file_missing") {}

/**
 * Reads the key in the file at `path`. Throws KeyFileMissingError if the file is missing, InvalidInputError if it
 * doesn't contain a key, and the errors of `readSecretFile`.
 */
export function readKeyFile(path: string): Uint8Array {
  if (!isThere(path)) {
    throw new KeyFileMissingError(
      `the key file ${path} is missing, but the store's credentials and signing secrets are sealed with it: ` +
        `restore the key file from a backup, or move the store out of this directory to start from scratch`,
    );
  }
  const key = Buffer.from(readSecretFile(path), "base64");
  if (key.length !== keyBytes) throw refusal(path, "is not a key of 32 bytes in base64");
  return key;
}

/**
 * Returns the text of a secret file in the data directory. Throws InvalidInputError unless the path is a plain file
 * that belongs to this user and that no other user can access: a user who owns the file, or can access it, may know the
 * secret. ssh applies the same rule.
 */
export function readSecretFile(path: string): string {
  const fault = fileFault(path);
  if (fault !== undefined) throw refusal(path, faults[fault]);
  return readFileSync(path, "utf8");
}

const faults: { readonly [fault in FileFault]: string } = {
  open: "other users can access it: run chmod 600",
  foreign: "belongs to another user: give it to the user that runs Feedhook",
  linked: "isn't a plain file: put the file itself there",
};

/** Creates the key file unless it exists. */
export function makeKeyFile(path: string, randomness: Randomness): void {
  makeSecretFile(path, () => Buffer.from(randomness.bytes(keyBytes)).toString("base64"), randomness);
}

/**
 * Creates the file unless it exists. Returns false if it does, or if another process creates it first. The secret is
 * written to a temporary file and then linked into place, so that a crash or a full disk leaves no empty file behind.
 */
export function makeSecretFile(path: string, secret: () => string, randomness: Randomness): boolean {
  if (isThere(path)) return false;
  const fresh = `${path}.${Buffer.from(randomness.bytes(freshBytes)).toString("hex")}`;
  try {
    writeFileSync(fresh, `${secret()}\n`, { mode: 0o600, flush: true });
    linkSync(fresh, path);
    return true;
  } catch (error) {
    if (!isThere(path)) throw error;
    return false;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** A link counts even if it leads nowhere. {@link readSecretFile} refuses it. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Deletes the temporary files of processes that ended while they created the secret file. The file must already exist:
 * a process that is still creating one, and whose temporary file is deleted here, then uses the existing secret.
 */
export function removeUnlinkedKeys(path: string): void {
  const [directory, prefix] = [dirname(path), `${basename(path)}.`];
  const isFresh = (name: string) => name.startsWith(prefix) && freshSuffix.test(name.slice(prefix.length));
  for (const name of readdirSync(directory)) if (isFresh(name)) rmSync(join(directory, name), { force: true });
}

function refusal(path: string, message: string): InvalidInputError {
  return new InvalidInputError("key file", [{ path, message }]);
}
