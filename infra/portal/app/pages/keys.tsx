import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may, me } from "../api/session.ts";
import { Action } from "../components/action.tsx";
import { Submit } from "../components/button.tsx";
import { SelectField, TextField, useDraft } from "../components/fields.tsx";
import { Card, Empty, Page } from "../components/page.tsx";
import { SecretForm } from "../components/secret-form.tsx";
import { ListTable } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { PortalLinksOf } from "./portal-links.tsx";

type Scope = "read" | "manage" | "pull" | "admin";
type Key = Schemas["Key"];
type Draft = { name: string; scope: Scope; personName: string; email: string };

export function Keys() {
  return (
    <Page
      title="Keys"
      lead={
        me.value?.partner === undefined
          ? "Operators' keys, one per person or program. Create a partner's keys on the partner's page."
          : "Create one key per person or program, so that you can revoke each one separately"
      }
    >
      {may("admin") ? (
        <KeysOf partner={me.value?.partner?.id} />
      ) : (
        <Card>
          <Empty title="You can't manage keys here" text="Sign in with a key that has the admin scope." />
        </Card>
      )}
    </Page>
  );
}

/** A partner's keys or, if `partner` is undefined, the operators' keys. */
export function KeysOf({ partner }: { partner: string | undefined }) {
  const read = (paging: { cursor?: string }) => {
    const query = { limit: 200, ...paging };
    return answerOf(
      partner === undefined
        ? api.GET("/v1/operator-keys", { params: { query } })
        : api.GET("/v1/partners/{partner}/keys", { params: { path: { partner }, query } }),
    );
  };
  const revoke = (key: string) =>
    done(
      partner === undefined
        ? api.DELETE("/v1/operator-keys/{key}", { params: { path: { key } } })
        : api.DELETE("/v1/partners/{partner}/keys/{key}", { params: { path: { partner, key } } }),
    );
  return (
    <>
      <Card title="Create key">
        <MakeKey partner={partner} />
      </Card>
      <Card title="Keys">
        <ListTable
          name={`keys ${partner ?? ""}`}
          read={read}
          label="Keys"
          keyOf={({ id }) => id}
          none={["No keys yet"]}
          columns={[
            {
              title: "Name",
              by: ({ name }) => name,
              cell: ({ name, session }) => (session === true ? `${name} (single sign-on)` : name),
            },
            ...(partner === undefined
              ? [
                  {
                    title: "Person",
                    cell: ({ person }: Key) => person && `${person.name} <${person.email}>`,
                  },
                ]
              : []),
            { title: "Scopes", cell: ({ scopes }) => scopes.join(", ") },
            {
              title: "Last used",
              cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? "Never" : <Time at={lastUsedAt} />),
            },
            { title: "Created", time: ({ createdAt }) => createdAt, isSortable: true },
            {
              title: "Expires",
              cell: ({ expiresAt }) => (expiresAt === undefined ? "Never" : <Time at={expiresAt} />),
            },
            {
              title: "Actions",
              cell: ({ id, name }) => (
                <Action
                  text="Revoke"
                  look="danger"
                  label={`Revoke ${name}`}
                  question={{
                    title: `Revoke ${name}?`,
                    button: "Revoke key",
                    text: "Feedhook will reject all further requests with this key. This can't be undone.",
                  }}
                  run={() => revoke(id)}
                  done="Key revoked"
                />
              ),
            },
          ]}
        />
      </Card>
      {partner !== undefined && <PortalLinksOf partner={partner} />}
    </>
  );
}

function MakeKey({ partner }: { partner: string | undefined }) {
  const { draft, set, field } = useDraft<Draft>({ name: "", scope: "manage", personName: "", email: "" });
  const make = async () => {
    const body = { name: draft.name, scopes: [draft.scope] };
    const person = { name: draft.personName.trim(), email: draft.email.trim() };
    const isForPerson = person.name !== "" || person.email !== "";
    const { key } = await answerOf(
      partner === undefined
        ? api.POST("/v1/operator-keys", { body: { ...body, ...(isForPerson && { person }) } })
        : api.POST("/v1/partners/{partner}/keys", { params: { path: { partner } }, body }),
    );
    set({ name: "", personName: "", email: "" });
    return key;
  };
  return (
    <SecretForm submit={make} title="New key" what="the key">
      <TextField label="Name" required placeholder="Who or what uses this key" {...field("name")} />
      <SelectField
        label="Scope"
        options={[
          ["read", "View only (read)"],
          ["manage", "View and make changes (manage)"],
          ["pull", "Fetch and acknowledge events only (pull)"],
          ["admin", "Everything, including keys (admin)"],
        ]}
        {...field("scope")}
      />
      {partner === undefined && (
        <>
          <TextField label="Person (optional)" placeholder="For the audit log" {...field("personName")} />
          <TextField label="Person's email (optional)" {...field("email")} />
        </>
      )}
      <Submit text="Create key" />
    </SecretForm>
  );
}
