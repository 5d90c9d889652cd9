import { describe, expect, it } from "vitest";
import { UnsealError } from "../../shared/kernel/errors.ts";
import type { KeyWrapper } from "../../shared/kernel/ports/key-wrapper.ts";

/** The contract of every KeyWrapper; `makeOther` makes one with another key. */
export function describeKeyWrapper(name: string, make: () => KeyWrapper, makeOther: () => KeyWrapper): void {
  describe(`KeyWrapper on ${name}`, () => {
    const dataKey = Uint8Array.from({ length: 32 }, (_, position) => position);

    it("unwraps what it wrapped, and the wrapped form hides the key", async () => {
      const keys = make();
      const wrapped = await keys.wrap(dataKey, "partner#prt_1");
      expect(Buffer.from(wrapped).includes(Buffer.from(dataKey))).toBe(false);
      expect(Buffer.from(await keys.unwrap(wrapped, "partner#prt_1"))).toEqual(Buffer.from(dataKey));
    });

    it("refuses another tenant's context", async () => {
      const keys = make();
      const wrapped = await keys.wrap(dataKey, "partner#prt_1");
      const refusal = {
        code: "unseal_failed",
        message: expect.stringContaining("partner#prt_2"),
        cause: expect.any(Error),
      };
      await expect(keys.unwrap(wrapped, "partner#prt_2")).rejects.toMatchObject(refusal);
    });

    it("refuses modified or truncated bytes", async () => {
      const keys = make();
      const wrapped = await keys.wrap(dataKey, "a");
      const changed = Uint8Array.from(wrapped, (byte, position) => (position === 20 ? byte ^ 1 : byte));
      for (const bytes of [changed, wrapped.subarray(0, 20), wrapped.subarray(0, 5), new Uint8Array()]) {
        await expect(keys.unwrap(bytes, "a")).rejects.toBeInstanceOf(UnsealError);
      }
    });

    it("refuses keys that another key wrapped", async () => {
      const wrapped = await makeOther().wrap(dataKey, "partner#prt_1");
      const refusal = { code: "unseal_failed", message: expect.stringContaining("partner#prt_1") };
      await expect(make().unwrap(wrapped, "partner#prt_1")).rejects.toMatchObject(refusal);
    });
  });
}
