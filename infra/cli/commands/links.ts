import { type Command, Option } from "@commander-js/extra-typings";
import { done } from "../client/answer-of.ts";
import { partnerPath } from "../client/partner-path.ts";
import { command } from "../command.ts";
import { wholeNumber } from "../option-values.ts";
import { print, printList } from "../print.ts";
import type { Session } from "../session.ts";

const what = "portal links";
/** The most links that a partner can have. */
const most = 500;
const whose = () => new Option("--partner <id>", "the partner (default: the key's own)");

export function addLinks(program: Command, session: Session): void {
  const { terminal } = session;
  const links = command(program, "links", "create, list and revoke links that open the portal");

  command(links, "list", "list valid links and sessions")
    .addOption(whose())
    .action(async ({ partner: asked }) => {
      const { path } = (await partnerPath(session.api(), asked, what)).params;
      await printList(session, most, {
        read: (api, query) => api.GET("/v1/partners/{partner}/portal-links", { params: { path, query } }),
        none: "There are no portal links or sessions.",
        heads: ["id", "state", "access", "created with", "expires", "last used"],
        row: ({ id, state, access, by, key, expiresAt, lastUsedAt }) => {
          return [id, state, access, key ?? by, expiresAt, lastUsedAt];
        },
      });
    });

  command(links, "create", "create a link that opens the portal once")
    .addOption(
      new Option("--access <access>", "read: view only; manage: also make changes").choices(["read", "manage"]),
    )
    .option("--expires-in <seconds>", "how long the link can be opened", wholeNumber(30, 3_600))
    .addOption(whose())
    .action(async ({ access, expiresIn, partner: asked }) => {
      const api = session.api();
      const body = {
        ...(access !== undefined && { access }),
        ...(expiresIn !== undefined && { expiresInSeconds: expiresIn }),
      };
      const path = await partnerPath(api, asked, what);
      const call = api.POST("/v1/partners/{partner}/portal-links", { ...path, body });
      await print(session, call, ({ id, url }) => `${id}\nURL, shown only once: ${url}`);
    });

  command(links, "revoke", "revoke a link or its session immediately")
    .argument("<link>", "the link's ID: key_…")
    .addOption(whose())
    .action(async (link, { partner: asked }) => {
      const api = session.api();
      const { partner } = (await partnerPath(api, asked, what)).params.path;
      await done(api.DELETE("/v1/partners/{partner}/portal-links/{link}", { params: { path: { partner, link } } }));
      terminal.result({ link, revoked: true }, () => `${link} is revoked.`);
    });
}
