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
import { portalLinksText as words } from "../strings/portal-links.ts";

type PortalLink = Schemas["PortalLink"];

const path = (partner: string) => ({ partner });

/** Links that open the portal as a partner, and the sessions that they were exchanged for. */
export function PortalLinksOf({ partner }: { partner: string }) {
  const query = { limit: 200 };
  const load = useLoad(`portal links ${partner}`, () =>
    answerOf(api.GET("/v1/partners/{partner}/portal-links", { params: { path: path(partner), query } })),
  );
  const [revoked, setRevoked] = useState<PortalLink | undefined>();
  const revoke = ({ id: link }: PortalLink) => {
    withToast(async () => {
      const params = { path: { partner, link } };
      await done(api.DELETE("/v1/partners/{partner}/portal-links/{link}", { params }));
      setRevoked(undefined);
      load.reload();
    }, words.theLinkWasRevoked);
  };
  return (
    <Card title={words.portalLinks}>
      <p>{words.whatTheyAre}</p>
      <MakeLink partner={partner} reload={load.reload} />
      <Loaded load={load}>
        {({ items, more }) =>
          items.length === 0 ? (
            <Empty title={words.noLinkYet} />
          ) : (
            <>
              <Table
                label={words.portalLinks}
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  { title: words.state, by: ({ state }) => state, cell: ({ state }) => words.states[state] },
                  { title: words.may, by: ({ access }) => access, cell: ({ access }) => words.accesses[access] },
                  { title: words.madeWith, cell: ({ key, by }) => <code>{key ?? by}</code> },
                  {
                    title: words.made,
                    by: ({ createdAt }) => createdAt,
                    cell: ({ createdAt }) => <Time at={createdAt} />,
                  },
                  {
                    title: words.ends,
                    by: ({ expiresAt }) => expiresAt,
                    cell: ({ expiresAt }) => <Time at={expiresAt} />,
                  },
                  {
                    title: words.revoke,
                    cell: (link) => (
                      <button
                        type="button"
                        class="danger"
                        aria-label={words.revokeOne(link.id)}
                        onClick={() => {
                          setRevoked(link);
                        }}
                      >
                        {words.revoke}
                      </button>
                    ),
                  },
                ]}
              />
              {more && <p>{words.moreThanShown}</p>}
            </>
          )
        }
      </Loaded>
      {revoked !== undefined && (
        <Confirm
          title={words.revokeQuestion[revoked.state]}
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
        label={words.access}
        value={access}
        options={[
          ["read", words.accesses.read],
          ["manage", words.accesses.manage],
        ]}
        onChange={(value) => {
          setAccess(value === "manage" ? "manage" : "read");
        }}
      />
      <button type="submit">{words.makeALink}</button>
      {made !== undefined && (
        <SecretDialog
          title={words.theNewLink}
          onClose={() => {
            setMade(undefined);
          }}
        >
          <CodeBlock label={words.theAddress} code={made} />
        </SecretDialog>
      )}
    </form>
  );
}
