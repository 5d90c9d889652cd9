import { describe, expect, it } from "vitest";
import { readOptions } from "../../../infra/node/options.ts";
import { newPassphraseOf, passphraseOf } from "../../../infra/node/secrets-from-environment.ts";

const env = (passphrase: string) => ({ FEEDHOOK_BACKUP_PASSPHRASE: passphrase });

describe("a backup passphrase", () => {
  it.each(["x", "elevenchars", "aaaaaaaaaaaaaaaaaaaa", "abcdabcdabcdabcd"])(
    "%s opens an archive and seals none",
    (weak) => {
      expect(passphraseOf(env(weak))).toBe(weak);
      expect(() => newPassphraseOf(env(weak))).toThrow(
        /FEEDHOOK_BACKUP_PASSPHRASE.*too weak to seal an archive: it must have at least 12 characters, 5 of them different/,
      );
      for (const refuse of [() => newPassphraseOf(env(weak)), () => readOptions([], env(weak))]) {
        expect(refuse).toThrow("it must have at least 12 characters, 5 of them different");
        if (weak.length > 1) expect(refuse).not.toThrow(weak);
      }
    },
  );

  it("of twelve characters seals one", () => {
    expect(newPassphraseOf(env("a passphrase"))).toBe("a passphrase");
    expect(() => newPassphraseOf({})).toThrow("FEEDHOOK_BACKUP_PASSPHRASE");
  });
});
