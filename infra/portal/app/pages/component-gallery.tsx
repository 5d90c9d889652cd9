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
import { componentGalleryText as words } from "../strings/component-gallery.ts";
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
    responseExcerpt: words.internalError,
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
    <Page
      title={words.components}
      lead={words.whatThePortalIsMade}
      actions={<button type="button">{words.anAction}</button>}
    >
      <Card title={words.status}>
        <div class="actions">
          {states.map((state) => (
            <StateStatus key={state} state={state} />
          ))}
        </div>
      </Card>
      <Card title={words.toDos}>
        <Todo level="bad" title={words.somethingFails} action={<button type="button">{words.mendIt}</button>}>
          {words.whatItMeansAndWhat}
        </Todo>
        <Todo level="warn" title={words.somethingIsToBeDecided}>
          {words.whatEitherDecisionDoes}
        </Todo>
        <Todo level="good" title={words.allIsWell} />
      </Card>
      <Card title={words.emptyLoadingFailed}>
        <Empty title={words.nothingHereYet}>
          <p>{words.whatItWouldBeAnd}</p>
        </Empty>
        <Loading />
        <Failure error={new Error(words.theApiCantBeReached)} retry={() => undefined} />
      </Card>
      <Card title={words.fields}>
        <div class="form">
          <TextField label={words.text} value={value} hint={words.aHint} onChange={setValue} />
          <TextField label={words.textWithAnError} value="ftp://x" error={words.mustBeAnHttpsUrl} onChange={setValue} />
          <SelectField label={words.choice} value="a" options={[["a", words.theFirst]]} onChange={setValue} />
          <TextArea label={words.longText} value={value} onChange={setValue} />
          <CheckField label={words.tick} checked={isChecked} onChange={setChecked} />
        </div>
      </Card>
      <Card title={words.table}>
        <Table
          label={words.anExample}
          rows={[
            { name: "b", count: 2 },
            { name: "a", count: 10 },
          ]}
          keyOf={({ name }) => name}
          columns={[
            { title: words.name, by: ({ name }) => name, cell: ({ name }) => name },
            { title: words.count, isNumber: true, by: ({ count }) => count, cell: ({ count }) => count },
          ]}
        />
      </Card>
      <div class="columns">
        <Card title={words.factsAndTimes}>
          <Facts
            facts={[
              [words.then, <Time at="2026-01-01T00:00:00Z" exact />],
              [words.never, <Time at={undefined} />],
            ]}
          />
        </Card>
        <Card title={words.code}>
          <CodeBlock label={words.anExampleOfCode} code="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" />
        </Card>
        <Card title={words.json}>
          <JsonTree value={{ name: words.kari, tags: ["a", 1, true, null], address: { city: words.oslo } }} />
        </Card>
        <Card title={words.fieldDiff}>
          <FieldDiff
            changes={[
              { field: "status", from: "open", to: "closed" },
              { field: "note", to: "new" },
            ]}
          />
        </Card>
        <Card title={words.attempts}>
          <AttemptList attempts={attempts} />
        </Card>
        <Card title={words.dialogAndToast}>
          <div class="actions">
            <button
              type="button"
              onClick={() => {
                setOpen(true);
              }}
            >
              {words.openADialog}
            </button>
            <button
              type="button"
              onClick={() => {
                toast(words.somethingWasDone);
              }}
            >
              {words.showAToast}
            </button>
          </div>
        </Card>
      </div>
      {isOpen && (
        <Dialog
          title={words.aDialog}
          onClose={() => {
            setOpen(false);
          }}
        >
          <p>{words.escapeClosesIt}</p>
        </Dialog>
      )}
    </Page>
  );
}
