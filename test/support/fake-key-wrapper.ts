import { UnsealError } from "../../shared/kernel/errors.ts";
import type { KeyWrapper } from "../../shared/kernel/ports/key-wrapper.ts";

/** Wraps by prepending the context, which is enough to notice a key that is unwrapped for the wrong tenant. */
export class FakeKeyWrapper implements KeyWrapper {
  async wrap(dataKey: Uint8Array, context: string): Promise<Uint8Array> {
    return Buffer.concat([Buffer.from(`${context}\n`), dataKey]);
  }

  async unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array> {
    const bytes = Buffer.from(wrapped);
    const prefix = Buffer.from(`${context}\n`);
    if (!bytes.subarray(0, prefix.length).equals(prefix)) throw new UnsealError(`wrapped for another tenant`);
    return Uint8Array.from(bytes.subarray(prefix.length));
  }
}
