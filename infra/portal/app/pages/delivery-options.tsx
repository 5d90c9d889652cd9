import { useState } from "preact/hooks";
import { CheckField, SelectField, TextField } from "../components/fields.tsx";
import { type EndpointDraft, type HeaderRow, hasDeliveryOptions } from "../logic/endpoint-draft.ts";

/** Options that most endpoints don't need: format, limits and headers, and for a new one order and secret. */
export function DeliveryOptions({
  draft,
  isNew,
  set,
  errorOf,
}: {
  draft: EndpointDraft;
  isNew: boolean;
  set: (change: Partial<EndpointDraft>) => void;
  errorOf: (field: string) => string | undefined;
}) {
  const hasError = ["timeoutSeconds", "maxConcurrency", "ratePerSecond", "headers", "secret"].some((field) => {
    return errorOf(field) !== undefined;
  });
  // Remembers whether options were set when the form opened, so that emptying a field doesn't collapse them.
  const [isSet] = useState(() => hasDeliveryOptions(draft));
  return (
    <details class="options" open={hasError || isSet}>
      <summary>Delivery options</summary>
      <div class="form">
        <SelectField
          label="Format"
          value={draft.format}
          options={[
            ["envelope", "Feedhook envelope"],
            ["cloudevents", "CloudEvents 1.0"],
          ]}
          onChange={(value) => {
            set({ format: value === "cloudevents" ? "cloudevents" : "envelope" });
          }}
        />
        <TextField
          label="Maximum deliveries per second"
          type="rate"
          value={draft.ratePerSecond}
          hint="0.1 to 1,000. Excess deliveries wait. Leave empty for no limit."
          error={errorOf("ratePerSecond")}
          onChange={(ratePerSecond) => {
            set({ ratePerSecond });
          }}
        />
        <TextField
          label="Maximum concurrent deliveries"
          type="number"
          value={draft.maxConcurrency}
          hint="1 to 1,000. Excess deliveries wait. Leave empty for no limit."
          error={errorOf("maxConcurrency")}
          onChange={(maxConcurrency) => {
            set({ maxConcurrency });
          }}
        />
        <TextField
          label="Response timeout in seconds"
          type="number"
          value={draft.timeoutSeconds}
          hint="5 to 30. Leave empty for 15."
          error={errorOf("timeoutSeconds")}
          onChange={(timeoutSeconds) => {
            set({ timeoutSeconds });
          }}
        />
        <Headers
          rows={draft.headers}
          error={errorOf("headers")}
          onChange={(headers) => {
            set({ headers });
          }}
        />
        {isNew && (
          <>
            <CheckField
              label="Deliver in order: send each record's events one at a time, oldest first"
              checked={draft.ordered}
              onChange={(ordered) => {
                set({ ordered });
              }}
            />
            <TextField
              label="Your own signing secret"
              value={draft.secret}
              placeholder="whsec_…"
              hint="whsec_ followed by 24 to 64 bytes in base64. Leave empty to let Feedhook generate one."
              error={errorOf("secret")}
              onChange={(secret) => {
                set({ secret });
              }}
            />
          </>
        )}
      </div>
    </details>
  );
}

function Headers({
  rows,
  error,
  onChange,
}: {
  rows: readonly HeaderRow[];
  error: string | undefined;
  onChange: (rows: readonly HeaderRow[]) => void;
}) {
  const change = (at: number, changed: Partial<HeaderRow>) => {
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changed } : row)));
  };
  return (
    <fieldset>
      <legend>Headers</legend>
      <p class="small soft">
        Feedhook sends these headers with every delivery, for example an API key for your gateway. You can't see their
        values again after you save.
      </p>
      {rows.map((row, at) => (
        <div class="filters" key={at}>
          <TextField
            label={`Header ${at + 1}`}
            required
            value={row.name}
            isReadOnly={row.isStored}
            placeholder="x-api-key"
            onChange={(name) => {
              change(at, { name });
            }}
          />
          <TextField
            label={`Value ${at + 1}`}
            required={!row.isStored}
            value={row.value}
            placeholder={row.isStored ? "Unchanged" : ""}
            onChange={(value) => {
              change(at, { value });
            }}
          />
          <button
            type="button"
            aria-label={`Remove header ${at + 1}`}
            onClick={() => {
              onChange(rows.filter((_, index) => index !== at));
            }}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        onClick={() => {
          onChange([...rows, { name: "", value: "", isStored: false }]);
        }}
      >
        Add header
      </button>
      {error !== undefined && <div class="field-error">{error}</div>}
    </fieldset>
  );
}
