import { useLocation } from "preact-iso/router";
import { answerOf, api, done } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { actFor, may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { Action, Form } from "../components/action.tsx";
import { Button, Submit } from "../components/button.tsx";
import { TextField, useDraft } from "../components/fields.tsx";
import { Card, Loaded, Page } from "../components/page.tsx";
import { StateStatus } from "../components/status.tsx";
import { ListTable } from "../components/table.tsx";
import { Search, useSearch } from "../components/use-filters.tsx";
import { KeysOf } from "./keys.tsx";

type Partner = Schemas["Partner"];

const namesIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");

export function Partners() {
  const isFound = useSearch();
  return (
    <Page title="Partners" lead="Companies that receive events. Each sees only its own data.">
      {may("admin") && <NewPartner />}
      <div class="filters">
        <Search />
      </div>
      <Card>
        <ListTable
          name="partners"
          read={(paging) => answerOf(api.GET("/v1/partners", { params: { query: { limit: 200, ...paging } } }))}
          label="Partners"
          keyOf={({ id }) => id}
          isShown={({ name, id }) => isFound(`${name} ${id}`)}
          none={["No partners yet", "No matching partners", "No matches in the partners loaded so far"]}
          columns={[
            { title: "Name", by: ({ name }) => name, href: ({ id }) => `/portal/partners/${id}` },
            { title: "Status", state: ({ status }) => status, isSortable: true },
            { title: "Instances", cell: ({ instances }) => instances.join(", ") || "None" },
            { title: "Created", time: ({ createdAt }) => createdAt, isSortable: true },
            { title: "Actions", cell: (partner) => <ActAs partner={partner} /> },
          ]}
        />
      </Card>
    </Page>
  );
}

function ActAs({ partner: { id, name } }: { partner: Partner }) {
  const { route } = useLocation();
  return (
    <Button
      text="View as partner"
      label={`View as partner ${name}`}
      press={() => {
        actFor(id);
        route("/portal");
      }}
    />
  );
}

function NewPartner() {
  const { draft, field } = useDraft({ name: "", instances: "" });
  const { route } = useLocation();
  const create = async () => {
    const body = { name: draft.name, instances: namesIn(draft.instances) };
    const { id } = await answerOf(api.POST("/v1/partners", { body }));
    route(`/portal/partners/${id}`);
  };
  return (
    <Card title="Add partner">
      <Form submit={create} done="Partner added. Now create a key.">
        <TextField label="Name" required placeholder="Acme CRM" {...field("name")} />
        <TextField label="Instances the partner can see" placeholder="acme, globex" {...field("instances")} />
        <Submit text="Add partner" />
      </Form>
    </Card>
  );
}

export function PartnerPage({ id }: { id: string }) {
  const params = { path: { partner: id } };
  const load = useLoad(`partner ${id}`, () => answerOf(api.GET("/v1/partners/{partner}", { params })));
  const crumb = { href: "/portal/partners", title: "Partners" };
  return (
    <Loaded load={load} page={{ title: "Partner", crumb }}>
      {(partner) => (
        <Page
          title={partner.name}
          lead={<span class="mono">{id}</span>}
          crumb={crumb}
          actions={
            <>
              <StateStatus state={partner.status} />
              <ActAs partner={partner} />
              {may("admin") && partner.status === "active" && (
                <Action
                  text="Suspend partner"
                  look="danger"
                  question={{
                    title: `Suspend ${partner.name}?`,
                    text: "Feedhook rejects the partner's keys and stops its deliveries. Events published during the suspension aren't queued. To send them later, replay undelivered events.",
                  }}
                  run={() => done(api.POST("/v1/partners/{partner}/suspend", { params }))}
                  done="Partner suspended"
                />
              )}
              {may("admin") && partner.status === "suspended" && (
                <Action text="Resume partner" run={() => done(api.POST("/v1/partners/{partner}/resume", { params }))} />
              )}
            </>
          }
        >
          {may("admin") && (
            <>
              <Card title="Instances the partner can see">
                <Instances
                  given={partner.instances}
                  save={(instances) => done(api.PATCH("/v1/partners/{partner}", { params, body: { instances } }))}
                />
              </Card>
              <KeysOf partner={id} />
            </>
          )}
        </Page>
      )}
    </Loaded>
  );
}

function Instances({ given, save }: { given: readonly string[]; save: (names: string[]) => Promise<void> }) {
  const { draft, field } = useDraft({ names: given.join(", ") });
  return (
    <Form submit={() => save(namesIn(draft.names))} done="Instances saved">
      <TextField label="Instances, separated by commas" {...field("names")} />
      <Submit text="Save instances" />
    </Form>
  );
}
