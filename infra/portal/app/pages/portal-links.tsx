import { useState } from "preact/hooks";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { Action } from "../components/action.tsx";
import { Submit } from "../components/button.tsx";
import { SelectField } from "../components/fields.tsx";
import { Card } from "../components/page.tsx";
import { SecretForm } from "../components/secret-form.tsx";
import { ListTable } from "../components/table.tsx";

type PortalLink = Schemas["PortalLink"];

const kinds = {
  unopened: { state: "Not opened yet", noun: "link", effect: "The link will no longer open the portal." },
  open: {
    state: "Session active",
    noun: "session",
    effect: "Feedhook will reject all further requests in this session.",
  },
} as const;
const accesses = { read: "View only (read)", manage: "View and make changes (manage)" };
const creators: Readonly<Record<string, string>> = { partner: "Partner", operator: "Operator" };

export function PortalLinksOf({ partner }: { partner: string }) {
  const path = { partner };
  const read = (paging: { cursor?: string }) => {
    const params = { path, query: { limit: 200, ...paging } };
    return answerOf(api.GET("/v1/partners/{partner}/portal-links", { params }));
  };
  const revoke = (link: string) =>
    done(api.DELETE("/v1/partners/{partner}/portal-links/{link}", { params: { path: { partner, link } } }));
  const [access, setAccess] = useState<PortalLink["access"]>("read");
  const make = async () => {
    const body = { access, expiresInSeconds: 600 };
    const { url } = await answerOf(api.POST("/v1/partners/{partner}/portal-links", { params: { path }, body }));
    return url;
  };
  return (
    <Card title="Portal links">
      <p>
        A portal link lets someone use the portal without a key. It works once, within ten minutes, and starts a
        one-hour session. Links and sessions also stop working when the key that created them is revoked or expires.
      </p>
      <SecretForm
        submit={make}
        title="New portal link"
        what="the link"
        note="Copy this link, and send it to the person who needs it. You won't be able to see it again. The link works once, within ten minutes, and starts a one-hour session in the portal."
      >
        <SelectField
          label="Access"
          value={access}
          options={[
            ["read", accesses.read],
            ["manage", accesses.manage],
          ]}
          onChange={setAccess}
        />
        <Submit text="Create link" />
      </SecretForm>
      <ListTable
        name={`portal links ${partner}`}
        read={read}
        label="Portal links"
        keyOf={({ id }) => id}
        none={["No active links or sessions"]}
        columns={[
          { title: "State", by: ({ state }) => state, cell: ({ state }) => kinds[state].state },
          { title: "Access", by: ({ access: own }) => own, cell: ({ access: own }) => accesses[own] },
          {
            title: "Created by",
            cell: ({ key, by = "" }) => (key === undefined ? (creators[by] ?? "—") : <code>{key}</code>),
          },
          { title: "Created", time: ({ createdAt }) => createdAt, isSortable: true },
          { title: "Expires", time: ({ expiresAt }) => expiresAt, isSortable: true },
          {
            title: "Actions",
            cell: ({ id, state }) => (
              <Action
                text="Revoke"
                look="danger"
                label={`Revoke ${id}`}
                question={{
                  title: `Revoke this ${kinds[state].noun}?`,
                  button: `Revoke ${kinds[state].noun}`,
                  text: `${kinds[state].effect} This can't be undone.`,
                }}
                run={() => revoke(id)}
                done={state === "open" ? "Session revoked" : "Link revoked"}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
