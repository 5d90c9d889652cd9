import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

type Common = { readonly label: string; readonly hint?: ComponentChildren; readonly error?: string | undefined };

/** Each entry is a complete set of attributes, because an input's other attributes depend on its type. */
const inputTypes = {
  text: { type: "text" },
  password: { type: "password" },
  date: { type: "date" },
  "datetime-local": { type: "datetime-local" },
  number: { type: "number", min: "1", step: "any" },
  rate: { type: "number", min: "0.1", step: "any" },
} as const;

export function TextField({
  label,
  hint,
  error,
  value,
  onChange,
  onCommit,
  ...rest
}: Common & {
  value: string;
  onChange: (value: string) => void;
  /** Called when the user leaves the field after a change, or presses Enter. */
  onCommit?: () => void;
  placeholder?: string;
  type?: keyof typeof inputTypes;
  required?: boolean;
  isSearch?: boolean;
  isReadOnly?: boolean;
}) {
  const id = useId();
  const { isSearch = false, isReadOnly = false, type = "text", placeholder, required = false } = rest;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        autocomplete="off"
        spellcheck={false}
        {...inputTypes[type]}
        required={required}
        readOnly={isReadOnly}
        placeholder={placeholder}
        {...(isSearch && { "data-search": "" })}
        {...(error !== undefined && { "aria-invalid": true })}
        {...((hint !== undefined || error !== undefined) && { "aria-describedby": `${id}-hint` })}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
        onChange={onCommit}
      />
      <Hint id={id} hint={hint} error={error} />
    </div>
  );
}

export function TextArea({
  label,
  hint,
  error,
  value,
  onChange,
  placeholder,
}: Common & { value: string; onChange: (value: string) => void; placeholder?: string }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        value={value}
        spellcheck={false}
        placeholder={placeholder}
        {...(error !== undefined && { "aria-invalid": true })}
        {...((hint !== undefined || error !== undefined) && { "aria-describedby": `${id}-hint` })}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
      />
      <Hint id={id} hint={hint} error={error} />
    </div>
  );
}

export function SelectField({
  label,
  hint,
  error,
  value,
  options,
  onChange,
}: Common & {
  value: string;
  options: readonly (readonly [value: string, title: string])[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        {...((hint !== undefined || error !== undefined) && { "aria-describedby": `${id}-hint` })}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
      >
        {options.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <Hint id={id} hint={hint} error={error} />
    </div>
  );
}

export function CheckField({
  label,
  checked,
  onChange,
}: {
  label: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.checked);
        }}
      />
      <span>{label}</span>
    </label>
  );
}

function Hint({ id, hint, error }: { id: string; hint: ComponentChildren; error: string | undefined }) {
  if (hint === undefined && error === undefined) return null;
  return (
    <div id={`${id}-hint`}>
      {hint !== undefined && <span class="small soft">{hint}</span>}
      {error !== undefined && <div class="field-error">{error}</div>}
    </div>
  );
}
