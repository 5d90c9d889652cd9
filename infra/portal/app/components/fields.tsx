import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

type Field<V> = {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
};

/** `field(name)` returns the properties that bind a form field to `draft[name]`, with its error. */
export function useDraft<T extends object>(
  initial: T | (() => T),
  errorOf: (name: keyof T) => string | undefined = () => undefined,
) {
  const [draft, setDraft] = useState(initial);
  const set = (change: Partial<T>): void => setDraft((before) => ({ ...before, ...change }));
  const field = <K extends keyof T>(name: K) => ({
    value: draft[name],
    error: errorOf(name),
    onChange: (value: T[K]): void => setDraft((before) => Object.assign({}, before, { [name]: value })),
  });
  return { draft, set, field };
}

const inputTypes = {
  text: { type: "text" },
  password: { type: "password" },
  "datetime-local": { type: "datetime-local" },
  number: { type: "number", min: "1", step: "any" },
  rate: { type: "number", min: "0.1", step: "any" },
} as const;

type TextFieldProps = Field<string> & {
  /** Called when the user leaves the field after a change, or presses Enter. */
  onCommit?: () => void;
  placeholder?: string | undefined;
  type?: keyof typeof inputTypes;
  maxLength?: number;
  required?: boolean;
  isSearch?: boolean;
  isReadOnly?: boolean;
};

export function TextField({
  onCommit,
  type = "text",
  placeholder,
  maxLength,
  required = false,
  isSearch = false,
  isReadOnly = false,
  ...field
}: TextFieldProps) {
  return (
    <Labelled {...field}>
      {(attributes) => (
        <input
          {...attributes}
          autocomplete="off"
          spellcheck={false}
          {...inputTypes[type]}
          required={required}
          maxLength={maxLength}
          readOnly={isReadOnly}
          placeholder={placeholder}
          {...(isSearch && { "data-search": "" })}
          onChange={onCommit}
        />
      )}
    </Labelled>
  );
}

export function TextArea({ placeholder, ...field }: Field<string> & { placeholder?: string }) {
  return (
    <Labelled {...field}>
      {(attributes) => <textarea {...attributes} spellcheck={false} placeholder={placeholder} />}
    </Labelled>
  );
}

type SelectFieldProps<V extends string> = Field<V> & { options: readonly (readonly [value: V, title: string])[] };

export function SelectField<V extends string>({ options, onChange, ...field }: SelectFieldProps<V>) {
  const choose = (chosen: string) => {
    const [option] = options.filter(([value]) => value === chosen);
    if (option !== undefined) onChange(option[0]);
  };
  return (
    <Labelled {...field} onChange={choose}>
      {(attributes) => (
        <select {...attributes}>
          {options.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type CheckFieldProps = Omit<Field<boolean>, "label" | "hint"> & { label: ComponentChildren };

export function CheckField({ label, value, onChange, error }: CheckFieldProps) {
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
        <span>{label}</span>
      </label>
      {error !== undefined && <div class="field-error">{error}</div>}
    </>
  );
}

type Attributes = {
  readonly id: string;
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: { readonly value: string } }) => void;
  readonly "aria-invalid"?: true;
  readonly "aria-describedby"?: string;
};

type LabelledProps = Field<string> & { children: (attributes: Attributes) => ComponentChildren };

function Labelled({ label, value, onChange, hint, error, children }: LabelledProps) {
  const id = useId();
  const isDescribed = hint !== undefined || error !== undefined;
  const onInput: Attributes["onInput"] = ({ currentTarget }) => onChange(currentTarget.value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        ...{ id, value, onInput },
        ...(error !== undefined && { "aria-invalid": true }),
        ...(isDescribed && { "aria-describedby": `${id}-hint` }),
      })}
      {isDescribed && (
        <div id={`${id}-hint`}>
          {hint !== undefined && <span class="small soft">{hint}</span>}
          {error !== undefined && <div class="field-error">{error}</div>}
        </div>
      )}
    </div>
  );
}
