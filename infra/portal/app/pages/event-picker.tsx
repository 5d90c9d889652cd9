import type { Schemas } from "../api/reads.ts";
import { CheckField } from "../components/fields.tsx";
import { upperFirst } from "../logic/sentence.ts";

type EventPickerProps = {
  types: Schemas["EventTypeList"]["items"];
  value: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  error: string | undefined;
};

export function EventPicker({ types, value: chosen, onChange, error }: EventPickerProps) {
  const subjects = [...new Set(types.map(({ subject }) => subject))];
  const isAll = chosen.includes("*");
  const box = (pattern: string, label: string) => (
    <CheckField
      key={pattern}
      label={upperFirst(label)}
      value={chosen.includes(pattern)}
      onChange={(isChosen) => onChange(withType(chosen, pattern, isChosen))}
    />
  );
  return (
    <fieldset>
      <legend>Events</legend>
      {box("*", "All changes, including event types added later")}
      <br />
      <div class="picker">
        {subjects.map((subject) => {
          const own = types.filter((one) => one.subject === subject);
          const isWhole = chosen.includes(`${subject}.*`);
          const count = isWhole ? "all" : own.filter(({ type }) => chosen.includes(type)).length || "";
          const covered = isAll && subject !== "bridge" ? "included" : count;
          return (
            <details key={subject}>
              <summary>
                {subject === "bridge" ? "Feedhook notices" : upperFirst(subject.replaceAll("_", " "))}{" "}
                <span class="small soft">{covered}</span>
              </summary>
              <div>
                {box(`${subject}.*`, "All")}
                {!isWhole && own.map(({ type }) => box(type, type.slice(subject.length + 1).replaceAll("_", " ")))}
              </div>
            </details>
          );
        })}
      </div>
      {error !== undefined && <div class="field-error">{error}</div>}
      {chosen.length === 0 && <div class="field-error">Select at least one event type.</div>}
    </fieldset>
  );
}

const isOperational = (pattern: string) => pattern.startsWith("bridge.");

/** Checking a pattern removes those that it covers and those that cover it. `*` doesn't cover `bridge.` patterns. */
export function withType(chosen: readonly string[], pattern: string, isChosen: boolean): readonly string[] {
  const others = chosen.filter((one) => one !== pattern);
  if (!isChosen) return others;
  if (pattern === "*") return ["*", ...others.filter(isOperational)];
  const [subject = ""] = pattern.split(".");
  const withoutAll = isOperational(pattern) ? others : others.filter((one) => one !== "*");
  if (pattern.endsWith(".*")) return [...withoutAll.filter((one) => !one.startsWith(`${subject}.`)), pattern];
  return [...withoutAll.filter((one) => one !== `${subject}.*`), pattern];
}
