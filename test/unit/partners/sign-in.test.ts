import { describe, expect, it } from "vitest";
import { isSafeAddress, signedInAs, signInOptions } from "../../../shared/partners/sign-in.ts";

const given = {
  issuer: "https://id.acme.example/realms/ops",
  clientId: "feedhook",
  groups: { readers: "read", editors: "manage", owners: "admin" },
};
const options = signInOptions.parse(given);
const ada = { sub: "1", name: "Ada Lovelace", email: "ada@acme.example" };

describe("signedInAs", () => {
  it.each([
    [["readers"], "read"],
    [["readers", "editors"], "manage"],
    [["owners", "others", "readers"], "admin"],
    ["editors", "manage"],
  ])("gives the groups %j the access %s", (groups, access) => {
    const person = { name: ada.name, email: ada.email };
    expect(signedInAs({ ...ada, groups }, options)).toEqual({ outcome: "ok", person, access });
  });

  it("reads the groups from the configured claim", () => {
    const ofRoles = { ...options, groupsClaim: "roles" };
    expect(signedInAs({ ...ada, roles: ["readers"] }, ofRoles)).toMatchObject({ access: "read" });
    expect(signedInAs({ ...ada, groups: ["readers"] }, ofRoles)).toEqual({ outcome: "no-group", listed: 0 });
  });

  it.each([
    [["others"], 1],
    [["__proto__", "toString"], 2],
    [{ readers: true }, 0],
    [["readers", 7], 0],
    [undefined, 0],
  ])("refuses the groups %j", (groups, listed) => {
    expect(signedInAs({ ...ada, groups }, options)).toEqual({ outcome: "no-group", listed });
  });

  it("names the person with what the identity provider sends", () => {
    const named = (claims: object) => {
      const found = signedInAs({ groups: "readers", ...claims }, options);
      return found.outcome === "ok" ? `${found.person.name} <${found.person.email}>` : found.outcome;
    };
    // People may be able to change it, and could act under another person's address.
    expect(named({ preferred_username: "ada@acme.example" })).toBe("no-email");
    expect(named({ ...ada, name: " ", preferred_username: "ada" })).toBe("ada@acme.example <ada@acme.example>");
    expect(named({ ...ada, name: "a".repeat(500) })).toBe(`${"a".repeat(128)} <ada@acme.example>`);
    expect(named({ ...ada, email: "no address" })).toBe("no-email");
    expect(named({ ...ada, email_verified: false })).toBe("no-email");
    expect(named({ ...ada, email_verified: true })).toBe("Ada Lovelace <ada@acme.example>");
    expect(named({ ...ada, email_verified: "true" })).toBe("Ada Lovelace <ada@acme.example>");
    for (const email_verified of ["false", null, 1]) expect(named({ ...ada, email_verified })).toBe("no-email");
    expect(named({ ...ada, name: null, preferred_username: 7 })).toBe("ada@acme.example <ada@acme.example>");
    expect(named({ ...ada, email: 7 })).toBe("no-email");
  });
});

describe("the options", () => {
  it("have defaults", () => {
    expect(options).toMatchObject({ scope: "openid profile email", groupsClaim: "groups", sessionHours: 8 });
  });

  it.each([
    ["issuer", "http://id.acme.example"],
    ["issuer", "id.acme.example"],
    ["clientId", ""],
    ["scope", "profile openid2"],
    ["groups", {}],
    ["groups", { readers: "pull" }],
    ["groups", Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`group ${at}`, "read"]))],
    ["sessionHours", 25],
    ["sessionHours", 0],
    ["sessionhours", 8],
  ])("refuse %s %j", (key, value) => {
    expect(signInOptions.safeParse({ ...given, [key]: value }).success).toBe(false);
  });

  it("allow http only on this machine", () => {
    const safe = ["https://id.acme.example", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:1"];
    const unsafe = [
      "http://id.acme.example",
      "http://localhost.acme.example",
      "ftp://127.0.0.1",
      "127.0.0.1",
      "javascript:alert(1)",
      "/authorize",
      "",
    ];
    expect(safe.filter(isSafeAddress)).toEqual(safe);
    expect(unsafe.filter(isSafeAddress)).toEqual([]);
  });
});
