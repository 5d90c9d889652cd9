import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { answerOf, api } from "../api/client.ts";
import type { Schemas } from "../api/reads.ts";
import { actFor, may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";
import { useFilters } from "../components/use-filters.ts";
import { KeysOf } from "./keys.tsx";

const namesIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");

export function Partners() {
  const params = { query: { limit: 200 } };
  const load = useLoad("partners", () => answerOf(api.GET("/v1/partners", { params })));
  const { filters, setFilter } = useFilters();
  const { search = "" } = filters;
  return (
    <Page title="Partners" lead="Companies that receive events. Each sees only its own data.">
      {may("admin") && <NewPartner reload={load.reload} />}
      <div class="filters">
        <TextField
          label="Search"
          isSearch
          value={search}
          onChange={(value) => {
            setFilter("search", value);
          }}
        />
      </div>
      <Card>
        <Loaded load={load}>
          {({ items, more }) => {
            const found = items.filter(({ name, id }) => `${name} ${id}`.toLowerCase().includes(search.toLowerCase()));
            if (found.length === 0)
              return <Empty title={items.length === 0 ? "No partners yet" : "No partners match"} />;
            return (
              <>
                <Table
                  label="Partners"
                  rows={found}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      title: "Name",
                      by: ({ name }) => name,
                      cell: ({ id, name }) => (
                        <a data-row href={`/portal/partners/${id}`}>
                          {name}
                        </a>
                      ),
                    },
                    {
                      title: "Status",
                      by: ({ status }) => status,
                      cell: ({ status }) => <StateStatus state={status} />,
                    },
                    { title: "Instances", cell: ({ instances }) => instances.join(", ") || "None" },
                    {
                      title: "Created",
                      by: ({ createdAt }) => createdAt,
                      cell: ({ createdAt }) => <Time at={createdAt} />,
                    },
                    { title: "Actions", cell: (partner) => <ActAs partner={partner} /> },
                  ]}
                />
                {more && <p class="small soft">Showing the first 200. Use the API to see the rest.</p>}
              </>
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}

function ActAs({ partner: { id, name } }: { partner: Schemas["Partner"] }) {
  const { route } = useLocation();
  return (
    <button
      type="button"
      aria-label={`View as partner ${name}`}
      onClick={() => {
        actFor(id);
        route("/portal");
      }}
    >
      View as partner
    </button>
  );
}

function NewPartner({ reload }: { reload: () => void }) {
  const [name, setName] = useState("");
  const [instances, setInstances] = useState("");
  const { route } = useLocation();
  const create = () => {
    withToast(async () => {
      const { id } = await answerOf(api.POST("/v1/partners", { body: { name, instances: namesIn(instances) } }));
      reload();
      route(`/portal/partners/${id}`);
    }, "Partner added. Now create a key.");
  };
  return (
    <Card title="Add partner">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <TextField label="Name" required value={name} placeholder="Acme CRM" onChange={setName} />
        <TextField
          label="Instances the partner can see"
          value={instances}
          placeholder="acme, globex"
          onChange={setInstances}
        />
        <button type="submit">Add partner</button>
      </form>
    </Card>
  );
}

export function PartnerPage({ id }: { id: string }) {
  const params = { path: { partner: id } };
  const load = useLoad(`partner ${id}`, () => answerOf(api.GET("/v1/partners/{partner}", { params })));
  const turn = (to: "suspend" | "resume") => {
    withToast(async () => {
      await answerOf(api.POST(`/v1/partners/{partner}/${to}`, { params }));
      load.reload();
    });
  };
  return (
    <Loaded load={load} page={{ title: "Partner", crumb: { href: "/portal/partners", title: "Partners" } }}>
      {(partner) => (
        <Page
          title={partner.name}
          lead={<span class="mono">{id}</span>}
          crumb={{ href: "/portal/partners", title: "Partners" }}
          actions={
            <>
              <StateStatus state={partner.status} />
              <ActAs partner={partner} />
              {may("admin") && partner.status !== "deleting" && (
                <button
                  type="button"
                  onClick={() => {
                    turn(partner.status === "active" ? "suspend" : "resume");
                  }}
                >
                  {partner.status === "active" ? "Suspend partner" : "Resume partner"}
                </button>
              )}
            </>
          }
        >
          {may("admin") && (
            <Card title="Instances the partner can see">
              <Instances partner={partner} reload={load.reload} />
            </Card>
          )}
          {may("admin") && <KeysOf partner={id} />}
        </Page>
      )}
    </Loaded>
  );
}

function Instances({ partner: { id, instances }, reload }: { partner: Schemas["Partner"]; reload: () => void }) {
  const [names, setNames] = useState(instances.join(", "));
  const save = () => {
    withToast(async () => {
      const params = { path: { partner: id } };
      await answerOf(api.PATCH("/v1/partners/{partner}", { params, body: { instances: namesIn(names) } }));
      reload();
    }, "Instances saved");
  };
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField label="Instance names" value={names} onChange={setNames} />
      <button type="submit">Save instances</button>
    </form>
  );
}
