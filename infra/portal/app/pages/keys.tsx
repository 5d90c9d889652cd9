import { useState } from "preact/hooks";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { may, me } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Confirm, SecretDialog } from "../components/dialog.tsx";
import { SelectField, TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { PortalLinksOf } from "./portal-links.tsx";

const scopes = ["read", "manage", "pull", "admin"] as const;

export function Keys() {
  const partner = me.value?.partner?.id;
  return (
    <Page title="Keys" lead="Create a separate key for each person or program, so you can revoke each key individually">
      {may("admin") ? (
        <KeysOf partner={partner} />
      ) : (
        <Card>
          <Empty title="This key can't manage keys">
            <p>Sign in with a key that has the admin scope.</p>
          </Empty>
        </Card>
      )}
    </Page>
  );
}

/** Keys of a partner or, without one, of operators. */
export function KeysOf({ partner }: { partner: string | undefined }) {
  const query = { limit: 200 };
  const list = () =>
    partner === undefined
      ? answerOf(api.GET("/v1/operator-keys", { params: { query } }))
      : answerOf(api.GET("/v1/partners/{partner}/keys", { params: { path: { partner }, query } }));
  const load = useLoad(`keys ${partner ?? ""}`, list);
  const [revoked, setRevoked] = useState<Schemas["Key"] | undefined>();
  const revoke = ({ id: key }: Schemas["Key"]) => {
    withToast(async () => {
      await done(
        partner === undefined
          ? api.DELETE("/v1/operator-keys/{key}", { params: { path: { key } } })
          : api.DELETE("/v1/partners/{partner}/keys/{key}", { params: { path: { partner, key } } }),
      );
      setRevoked(undefined);
      load.reload();
    }, "Key revoked");
  };
  return (
    <>
      <Card title="Create key">
        <MakeKey partner={partner} reload={load.reload} />
      </Card>
      <Card title="Keys">
        <Loaded load={load}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No keys yet" />
            ) : (
              <Table
                label="Keys"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { title: "Name", by: ({ name }) => name, cell: ({ name }) => name },
                  { title: "Scopes", cell: ({ scopes: own }) => own.join(", ") },
                  {
                    title: "Last used",
                    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? "Never" : <Time at={lastUsedAt} />),
                  },
                  {
                    title: "Created",
                    by: ({ createdAt }) => createdAt,
                    cell: ({ createdAt }) => <Time at={createdAt} />,
                  },
                  {
                    title: "Expires",
                    cell: ({ expiresAt }) => (expiresAt === undefined ? "Never" : <Time at={expiresAt} />),
                  },
                  {
                    title: "Actions",
                    cell: (key) => (
                      <button
                        type="button"
                        class="danger"
                        aria-label={`Revoke ${key.name}`}
                        onClick={() => {
                          setRevoked(key);
                        }}
                      >
                        Revoke
                      </button>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      {partner !== undefined && <PortalLinksOf partner={partner} />}
      {revoked !== undefined && (
        <Confirm
          title={`Revoke ${revoked.name}?`}
          action="Revoke key"
          onConfirm={() => {
            revoke(revoked);
          }}
          onClose={() => {
            setRevoked(undefined);
          }}
        >
          <p>Feedhook will reject all further requests with this key. This can't be undone.</p>
        </Confirm>
      )}
    </>
  );
}

function MakeKey({ partner, reload }: { partner: string | undefined; reload: () => void }) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<(typeof scopes)[number]>("manage");
  const [made, setMade] = useState<string | undefined>();
  const make = () => {
    withToast(async () => {
      const body = { name, scopes: [scope] };
      const { key } = await answerOf(
        partner === undefined
          ? api.POST("/v1/operator-keys", { body })
          : api.POST("/v1/partners/{partner}/keys", { params: { path: { partner } }, body }),
      );
      setMade(key);
      setName("");
      reload();
    });
  };
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <TextField label="Name" required value={name} placeholder="Who or what uses this key" onChange={setName} />
      <SelectField
        label="Scope"
        value={scope}
        options={[
          ["read", "View only (read)"],
          ["manage", "View and make changes (manage)"],
          ["pull", "Fetch and acknowledge events only (pull)"],
          ["admin", "Everything, including keys (admin)"],
        ]}
        onChange={(value) => {
          setScope(scopes.find((one) => one === value) ?? "manage");
        }}
      />
      <button type="submit">Create key</button>
      {made !== undefined && (
        <SecretDialog
          title="New key"
          onClose={() => {
            setMade(undefined);
          }}
        >
          <CodeBlock label="the key" code={made} />
        </SecretDialog>
      )}
    </form>
  );
}
