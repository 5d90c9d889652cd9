import { useState } from "preact/hooks";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { useLoad } from "../api/use-load.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Confirm, SecretDialog } from "../components/dialog.tsx";
import { SelectField } from "../components/fields.tsx";
import { Card } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";

const states = { unopened: "Not opened yet", open: "Session active" };

const creators: Readonly<Record<string, string>> = { partner: "Partner", operator: "Operator" };

const accesses = { read: "View only (read)", manage: "View and make changes (manage)" };

const revokeQuestion = { unopened: "Revoke this link?", open: "Revoke this session?" };

const revokeAction = { unopened: "Revoke link", open: "Revoke session" };

const revokeDone = { unopened: "Link revoked", open: "Session revoked" };

const revokeEffect = {
  unopened: "The link will no longer open the portal.",
  open: "Feedhook will reject all further requests in this session.",
};

type PortalLink = Schemas["PortalLink"];

const path = (partner: string) => ({ partner });

/** Links that open the portal as a partner, and their sessions. */
export function PortalLinksOf({ partner }: { partner: string }) {
  const query = { limit: 200 };
  const load = useLoad(`portal links ${partner}`, () =>
    answerOf(api.GET("/v1/partners/{partner}/portal-links", { params: { path: path(partner), query } })),
  );
  const [revoked, setRevoked] = useState<PortalLink | undefined>();
  const revoke = ({ id: link, state }: PortalLink) => {
    withToast(async () => {
      const params = { path: { partner, link } };
      await done(api.DELETE("/v1/partners/{partner}/portal-links/{link}", { params }));
      setRevoked(undefined);
      load.reload();
    }, revokeDone[state]);
  };
  return (
    <Card title="Portal links">
      <p>
        A portal link lets someone use the portal without a key. It works once within ten minutes, and starts a one-hour
        session. Links and sessions also end when the key that created them is revoked or expires.
      </p>
      <MakeLink partner={partner} reload={load.reload} />
      <Loaded load={load}>
        {({ items, more }) =>
          items.length === 0 ? (
            <Empty title="No active links or sessions" />
          ) : (
            <>
              <Table
                label="Portal links"
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { title: "State", by: ({ state }) => state, cell: ({ state }) => states[state] },
                  { title: "Access", by: ({ access }) => access, cell: ({ access }) => accesses[access] },
                  {
                    title: "Created by",
                    cell: ({ key, by = "" }) => (key === undefined ? (creators[by] ?? "—") : <code>{key}</code>),
                  },
                  {
                    title: "Created",
                    by: ({ createdAt }) => createdAt,
                    cell: ({ createdAt }) => <Time at={createdAt} />,
                  },
                  {
                    title: "Expires",
                    by: ({ expiresAt }) => expiresAt,
                    cell: ({ expiresAt }) => <Time at={expiresAt} />,
                  },
                  {
                    title: "Actions",
                    cell: (link) => (
                      <button
                        type="button"
                        class="danger"
                        aria-label={`Revoke ${link.id}`}
                        onClick={() => {
                          setRevoked(link);
                        }}
                      >
                        Revoke
                      </button>
                    ),
                  },
                ]}
              />
              {more && <p>Showing the first 200. To see all of them, run feedhook links list.</p>}
            </>
          )
        }
      </Loaded>
      {revoked !== undefined && (
        <Confirm
          title={revokeQuestion[revoked.state]}
          action={revokeAction[revoked.state]}
          onConfirm={() => {
            revoke(revoked);
          }}
          onClose={() => {
            setRevoked(undefined);
          }}
        >
          <p>{revokeEffect[revoked.state]} This can't be undone.</p>
        </Confirm>
      )}
    </Card>
  );
}

function MakeLink({ partner, reload }: { partner: string; reload: () => void }) {
  const [access, setAccess] = useState<PortalLink["access"]>("read");
  const [made, setMade] = useState<string | undefined>();
  const make = () => {
    withToast(async () => {
      const params = { path: path(partner) };
      const { url } = await answerOf(
        api.POST("/v1/partners/{partner}/portal-links", { params, body: { access, expiresInSeconds: 600 } }),
      );
      setMade(url);
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
      <SelectField
        label="Access"
        value={access}
        options={[
          ["read", accesses.read],
          ["manage", accesses.manage],
        ]}
        onChange={(value) => {
          setAccess(value === "manage" ? "manage" : "read");
        }}
      />
      <button type="submit">Create link</button>
      {made !== undefined && (
        <SecretDialog
          title="New portal link"
          note="Send this link to the person who needs it, because you can't see it again. It works once within ten minutes, and starts a one-hour session in the portal."
          onClose={() => {
            setMade(undefined);
          }}
        >
          <CodeBlock label="the link" code={made} />
        </SecretDialog>
      )}
    </form>
  );
}
