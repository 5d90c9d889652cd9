import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf, done } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { print, printList } from "../print.ts";
import type { Session } from "../session.ts";

const scopes = ["read", "manage", "pull", "admin"] as const;
const most = 1_000;
const whose = () =>
  new Option("--partner <id>", "the partner (default: the key's own; with an operator's key: operators)");

export function addKeys(program: Command, session: Session): void {
  const { terminal } = session;
  const keys = command(program, "keys", "create, list and revoke API keys");

  command(keys, "whoami", "show this key, its partner and its scopes").action(() =>
    print(session, session.api().GET("/v1/me"), ({ key, operator, partner }) => {
      const owner = operator ? "an operator" : `${partner?.name ?? "a partner"} (${partner?.id ?? ""})`;
      return printableLine(`${key.name} (${key.id}) of ${owner}: ${key.scopes.join(", ")}`);
    }),
  );

  command(keys, "list", "list the keys, without their values")
    .addOption(whose())
    .action(async ({ partner: asked }) => {
      const partner = await partnerOf(session.api(), asked);
      await printList(session, most, {
        read: (api, query) =>
          partner === undefined
            ? api.GET("/v1/operator-keys", { params: { query } })
            : api.GET("/v1/partners/{partner}/keys", { params: { path: { partner }, query } }),
        none: "There are no keys.",
        heads: ["id", "name", "scopes", "expires", "last used", "person"],
        row: ({ id, name, scopes: held, expiresAt, lastUsedAt, person }) => {
          return [id, name, held.join(" "), expiresAt, lastUsedAt, person?.email];
        },
      });
    });

  command(keys, "create", "create a key; it is shown only once")
    .argument("<name>", "who or what uses the key")
    .addOption(new Option("--scopes <scopes...>", "the key's scopes").choices(scopes).makeOptionMandatory())
    .option("--expires-at <instant>", "when the key expires: 2027-11-21T00:00:00Z")
    .option("--person-name <name>", "who uses an operator's key, for the audit log")
    .option("--person-email <address>", "that person's email address")
    .addOption(whose())
    .action(async (name, { scopes: held, partner: asked, expiresAt, personName, personEmail }) => {
      const api = session.api();
      const partner = await partnerOf(api, asked);
      const body = { name, scopes: [...held], ...(expiresAt !== undefined && { expiresAt }) };
      const person = personOf(personName, personEmail);
      if (partner !== undefined && person !== undefined) {
        throw new UsageError("--person-name and --person-email are only for operators' keys");
      }
      const call =
        partner === undefined
          ? api.POST("/v1/operator-keys", { body: { ...body, ...(person && { person }) } })
          : api.POST("/v1/partners/{partner}/keys", { params: { path: { partner } }, body });
      await print(session, call, ({ id, key }) => `${id}\nKey, shown only once: ${key}`);
    });

  command(keys, "revoke", "revoke a key immediately")
    .argument("<key>", "the key's ID: key_…")
    .addOption(whose())
    .action(async (key, { partner: asked }) => {
      const api = session.api();
      const partner = await partnerOf(api, asked);
      await done(
        partner === undefined
          ? api.DELETE("/v1/operator-keys/{key}", { params: { path: { key } } })
          : api.DELETE("/v1/partners/{partner}/keys/{key}", { params: { path: { partner, key } } }),
      );
      terminal.result({ key, revoked: true }, () => `${key} is revoked.`);
    });
}

/** Throws {@link UsageError} if only one of the options is set. */
function personOf(name: string | undefined, email: string | undefined) {
  if (name === undefined && email === undefined) return undefined;
  if (name !== undefined && email !== undefined) return { name, email };
  throw new UsageError("--person-name and --person-email must be used together");
}

/** Undefined for the keys of operators. */
async function partnerOf(api: ApiClient, asked: string | undefined): Promise<string | undefined> {
  if (asked !== undefined) return asked;
  const { operator, partner } = await answerOf(api.GET("/v1/me"));
  return operator ? undefined : partner?.id;
}
