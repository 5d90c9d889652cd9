import { useState } from "preact/hooks";
import { CodeBlock } from "../components/code-block.tsx";
import { Dialog } from "../components/dialog.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../components/fields.tsx";
import { FieldDiff, JsonTree } from "../components/json-tree.tsx";
import { Card, Facts, Page, Todo } from "../components/page.tsx";
import { Empty, Failure, Loading } from "../components/states.tsx";
import { StateStatus } from "../components/status.tsx";
import { Table } from "../components/table.tsx";
import { Time } from "../components/time.tsx";
import { toast } from "../components/toast.tsx";
import { AttemptList } from "./attempt-list.tsx";

const states = [
  "delivered",
  "waiting",
  "held",
  "expired",
  "blocked",
  "healthy",
  "open",
  "disabled",
  "running",
] as const;
const attempts = [
  {
    at: "2026-01-01T09:00:00Z",
    durationMs: 412,
    status: 500,
    timingMs: { dns: 12, connect: 40, tls: 80, firstByte: 280 },
    requestHeaders: { "content-type": "application/json", "webhook-signature": "v1,…" },
    responseHeaders: { server: "nginx" },
    responseExcerpt: "Internal error",
  },
  { at: "2026-01-01T09:00:05Z", durationMs: 15_000, error: "timeout" as const },
  { at: "2026-01-01T09:05:00Z", durationMs: 61, status: 204, timingMs: { firstByte: 60 } },
];

/** Every component with every state it has: for who builds pages, and for tests. */
export function ComponentGallery() {
  const [value, setValue] = useState("");
  const [isChecked, setChecked] = useState(true);
  const [isOpen, setOpen] = useState(false);
  return (
    <Page title="Components" lead="What the portal is made of" actions={<button type="button">An action</button>}>
      <Card title="Status">
        <div class="actions">
          {states.map((state) => (
            <StateStatus key={state} state={state} />
          ))}
        </div>
      </Card>
      <Card title="To-dos">
        <Todo level="bad" title="Something fails" action={<button type="button">Mend it</button>}>
          What it means, and what to do.
        </Todo>
        <Todo level="warn" title="Something is to be decided">
          What either decision does.
        </Todo>
        <Todo level="good" title="All is well" />
      </Card>
      <Card title="Empty, loading, failed">
        <Empty title="Nothing here yet">
          <p>What it would be, and how to get it.</p>
        </Empty>
        <Loading />
        <Failure error={new Error("The API can't be reached")} retry={() => undefined} />
      </Card>
      <Card title="Fields">
        <div class="form">
          <TextField label="Text" value={value} hint="A hint" onChange={setValue} />
          <TextField label="Text with an error" value="ftp://x" error="must be an https URL" onChange={setValue} />
          <SelectField label="Choice" value="a" options={[["a", "The first"]]} onChange={setValue} />
          <TextArea label="Long text" value={value} onChange={setValue} />
          <CheckField label="Tick" checked={isChecked} onChange={setChecked} />
        </div>
      </Card>
      <Card title="Table">
        <Table
          label="An example"
          rows={[
            { name: "b", count: 2 },
            { name: "a", count: 10 },
          ]}
          keyOf={({ name }) => name}
          columns={[
            { title: "Name", by: ({ name }) => name, cell: ({ name }) => name },
            { title: "Count", isNumber: true, by: ({ count }) => count, cell: ({ count }) => count },
          ]}
        />
      </Card>
      <div class="columns">
        <Card title="Facts and times">
          <Facts
            facts={[
              ["Then", <Time at="2026-01-01T00:00:00Z" exact />],
              ["Never", <Time at={undefined} />],
            ]}
          />
        </Card>
        <Card title="Code">
          <CodeBlock label="an example" code="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" />
        </Card>
        <Card title="JSON">
          <JsonTree value={{ name: "Kari", tags: ["a", 1, true, null], address: { city: "Oslo" } }} />
        </Card>
        <Card title="Field diff">
          <FieldDiff
            changes={[
              { field: "status", from: "open", to: "closed" },
              { field: "note", to: "new" },
            ]}
          />
        </Card>
        <Card title="Attempts">
          <AttemptList attempts={attempts} />
        </Card>
        <Card title="Dialog and toast">
          <div class="actions">
            <button
              type="button"
              onClick={() => {
                setOpen(true);
              }}
            >
              Open a dialog
            </button>
            <button
              type="button"
              onClick={() => {
                toast("Something was done");
              }}
            >
              Show a toast
            </button>
          </div>
        </Card>
      </div>
      {isOpen && (
        <Dialog
          title="A dialog"
          onClose={() => {
            setOpen(false);
          }}
        >
          <p>Escape closes it.</p>
        </Dialog>
      )}
    </Page>
  );
}
