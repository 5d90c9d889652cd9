import { useState } from "preact/hooks";
import { Button } from "../components/button.tsx";
import { CheckField, SelectField, TextField, type useDraft } from "../components/fields.tsx";
import { type EndpointDraft, type HeaderRow, hasDeliveryOptions } from "../logic/endpoint-draft.ts";
import { signings } from "./signing-keys.tsx";

const options = ["timeoutSeconds", "maxConcurrency", "ratePerSecond", "headers", "secret", "ordered"] as const;

type DeliveryOptionsProps = ReturnType<typeof useDraft<EndpointDraft>> & { isNew: boolean };

export function DeliveryOptions({ draft, isNew, set, field }: DeliveryOptionsProps) {
  const hasError = options.some((option) => field(option).error !== undefined);
  // Remembers whether any option was set when the form opened, so that emptying a field doesn't collapse the options.
  const [isSet] = useState(() => hasDeliveryOptions(draft));
  const isWebhook = draft.kind === "push";
  return (
    <details class="options" open={hasError || isSet}>
      <summary>Delivery options</summary>
      <div class="form">
        <SelectField
          label="Format"
          options={[
            ["envelope", "Feedhook envelope"],
            ["cloudevents", "CloudEvents 1.0"],
          ]}
          {...field("format")}
        />
        <TextField
          label="Maximum deliveries per second"
          type="rate"
          hint="0.1 to 1,000. Excess deliveries wait. Leave empty for no limit."
          {...field("ratePerSecond")}
        />
        <TextField
          label="Maximum concurrent deliveries"
          type="number"
          hint="1 to 1,000. Excess deliveries wait. Leave empty for no limit."
          {...field("maxConcurrency")}
        />
        {isWebhook && (
          <>
            <TextField
              label="Response timeout in seconds"
              type="number"
              hint="5 to 30. Leave empty for 15."
              {...field("timeoutSeconds")}
            />
            <Headers rows={draft.headers} error={field("headers").error} set={set} />
          </>
        )}
        {isNew && (
          <CheckField
            label="Deliver in order: send each record's events one at a time, oldest first"
            {...field("ordered")}
          />
        )}
        {isNew && isWebhook && (
          <>
            <SelectField
              label="Signature"
              hint="With Ed25519, your receiver verifies webhooks with a public key and needs no secret."
              options={signings}
              {...field("signing")}
            />
            {draft.signing === "hmac" && (
              <TextField
                label="Your own signing secret"
                placeholder="whsec_…"
                hint="whsec_ followed by 24 to 64 bytes in base64. Leave empty to let Feedhook generate one."
                {...field("secret")}
              />
            )}
          </>
        )}
      </div>
    </details>
  );
}

type HeadersProps = {
  rows: readonly HeaderRow[];
  error: string | undefined;
  set: (change: { headers: readonly HeaderRow[] }) => void;
};

function Headers({ rows, error, set }: HeadersProps) {
  const change = (at: number, changed: Partial<HeaderRow>) => {
    set({ headers: rows.map((row, index) => (index === at ? { ...row, ...changed } : row)) });
  };
  return (
    <fieldset>
      <legend>Headers</legend>
      <p class="small soft">
        Feedhook sends these headers with every delivery. For example, add the API key that your gateway requires. You
        won't be able to see the values after you save.
      </p>
      {rows.map((row, at) => (
        <div class="filters" key={at}>
          <TextField
            label={`Header ${at + 1}`}
            required
            value={row.name}
            isReadOnly={row.isStored}
            placeholder="x-api-key"
            onChange={(name) => change(at, { name })}
          />
          <TextField
            label={`Value ${at + 1}`}
            required={!row.isStored}
            value={row.value}
            placeholder={row.isStored ? "Unchanged" : ""}
            onChange={(value) => change(at, { value })}
          />
          <Button
            text="Remove"
            label={`Remove header ${at + 1}`}
            press={() => set({ headers: rows.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <Button text="Add header" press={() => set({ headers: [...rows, { name: "", value: "", isStored: false }] })} />
      {error !== undefined && <div class="field-error">{error}</div>}
    </fieldset>
  );
}
