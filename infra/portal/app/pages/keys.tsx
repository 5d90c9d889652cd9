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
import { keysText as words } from "../strings/keys.ts";
import { PortalLinksOf } from "./portal-links.tsx";

const scopes = ["read", "manage", "pull", "admin"] as const;

export function Keys() {
  const partner = me.value?.partner?.id;
  return (
    <Page title={words.keys} lead={words.oneForEachPersonOr}>
      {may("admin") ? (
        <KeysOf partner={partner} />
      ) : (
        <Card>
          <Empty title={words.thisKeyCantLookAt}>
            <p>{words.signInWithAKey}</p>
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
    }, words.theKeyWasRevoked);
  };
  return (
    <>
      <Card title={words.makeAKey}>
        <MakeKey partner={partner} reload={load.reload} />
      </Card>
      <Card title={words.keys}>
        <Loaded load={load}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={words.noKeyYet} />
            ) : (
              <Table
                label={words.keys}
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { title: words.name, by: ({ name }) => name, cell: ({ name }) => name },
                  { title: words.scopes, cell: ({ scopes: own }) => own.join(", ") },
                  { title: words.lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
                  {
                    title: words.made,
                    by: ({ createdAt }) => createdAt,
                    cell: ({ createdAt }) => <Time at={createdAt} />,
                  },
                  { title: words.ends, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
                  {
                    title: words.revoke,
                    cell: (key) => (
                      <button
                        type="button"
                        class="danger"
                        aria-label={words.revokeOne(key.name)}
                        onClick={() => {
                          setRevoked(key);
                        }}
                      >
                        {words.revoke}
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
          title={words.revokeQuestion(revoked.name)}
          action={words.revokeIt}
          onConfirm={() => {
            revoke(revoked);
          }}
          onClose={() => {
            setRevoked(undefined);
          }}
        >
          <p>{words.theNextRequestWithIt}</p>
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
      <TextField label={words.name} required value={name} placeholder={words.whoOrWhatUsesIt} onChange={setName} />
      <SelectField
        label={words.may}
        value={scope}
        options={[
          ["read", words.lookRead],
          ["manage", words.changeManage],
          ["pull", words.fetchEventsPull],
          ["admin", words.everythingKeysTooAdmin],
        ]}
        onChange={(value) => {
          setScope(scopes.find((one) => one === value) ?? "manage");
        }}
      />
      <button type="submit">{words.makeIt}</button>
      {made !== undefined && (
        <SecretDialog
          title={words.theNewKey}
          onClose={() => {
            setMade(undefined);
          }}
        >
          <CodeBlock label={words.theKey} code={made} />
        </SecretDialog>
      )}
    </form>
  );
}
