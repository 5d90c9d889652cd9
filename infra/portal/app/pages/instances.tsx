import { useState } from "preact/hooks";
import { useLocation } from "preact-iso/router";
import { answerOf, api, done } from "../api/client.ts";
import { may } from "../api/session.ts";
import { useLoad } from "../api/use-load.ts";
import { TextField } from "../components/fields.tsx";
import { Card, Page } from "../components/page.tsx";
import { Empty, Loaded } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { withToast } from "../components/toast.tsx";

const oldestLag = (feeds: Readonly<Record<string, { readonly lagSeconds?: number }>>) =>
  Math.max(0, ...Object.values(feeds).map(({ lagSeconds = 0 }) => lagSeconds));

export function Instances() {
  const load = useLoad("instances", () => answerOf(api.GET("/v1/status")), 5_000);
  return (
    <Page title="Instances" lead="Each is one customer's installation that the bridge reads">
      {may("manage") && (
        <Card title="Connect an instance">
          <Connect reload={load.reload} />
        </Card>
      )}
      <Card>
        <Loaded load={load}>
          {({ instances }) =>
            instances.length === 0 ? (
              <Empty title="No instance yet" />
            ) : (
              <Table
                label="Instances"
                rows={instances}
                keyOf={({ name }) => name}
                columns={[
                  {
                    title: "Name",
                    by: ({ name }) => name,
                    cell: ({ name }) => (
                      <a data-row href={`/portal/instances/${name}`}>
                        {name}
                      </a>
                    ),
                  },
                  { title: "Status", by: ({ status }) => status, cell: ({ status }) => <StateStatus state={status} /> },
                  { title: "First contact", cell: ({ baselineDone }) => (baselineDone ? "Done" : "Under way") },
                  {
                    title: "Longest wait",
                    isNumber: true,
                    by: ({ feeds }) => oldestLag(feeds),
                    cell: ({ feeds }) => `${Math.round(oldestLag(feeds)).toLocaleString("en")} s`,
                  },
                  {
                    title: "Requests per second",
                    isNumber: true,
                    cell: ({ budget }) =>
                      budget === undefined ? "—" : `${budget.current} of ${budget.requestsPerSecond}`,
                  },
                  { title: "Connected", cell: ({ connectedAt }) => <Time at={connectedAt} /> },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

/** Registers an instance, or gives one that stands a new pair of credentials. */
export function Connect({ name: given, reload }: { name?: string; reload: () => void }) {
  const [name, setName] = useState(given ?? "");
  const [clientId, setClientId] = useState("");
  const [clientSecret, setClientSecret] = useState("");
  const [perSecond, setPerSecond] = useState("");
  const { route } = useLocation();
  const save = () => {
    withToast(async () => {
      const params = { path: { name: name.trim() } };
      const requestsPerSecond = perSecond === "" ? {} : { requestsPerSecond: Number(perSecond) };
      const body = { credentials: { clientId, clientSecret }, ...requestsPerSecond };
      await done(api.PUT("/v1/instances/{name}", { params, body }));
      setClientSecret("");
      reload();
      // Its own page says within seconds whether the source takes them.
      if (given === undefined) route(`/portal/instances/${name.trim()}`);
    }, "Saved. The source is asked with these credentials now");
  };
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {given === undefined && <TextField label="Name" required value={name} placeholder="acme" onChange={setName} />}
      <TextField label="Client id" required value={clientId} onChange={setClientId} />
      <TextField label="Client secret" type="password" required value={clientSecret} onChange={setClientSecret} />
      <TextField
        label="Requests per second"
        type="number"
        value={perSecond}
        placeholder={given === undefined ? "5" : "As before"}
        onChange={setPerSecond}
      />
      <button type="submit">{given === undefined ? "Connect" : "Try these"}</button>
    </form>
  );
}
