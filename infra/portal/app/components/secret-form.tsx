import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Form } from "./action.tsx";
import { CodeBlock } from "./code-block.tsx";
import { SecretDialog } from "./dialog.tsx";

type SecretFormProps = {
  submit: () => Promise<string>;
  title: string;
  what: string;
  note?: string;
  children: ComponentChildren;
};

/** A form that creates a secret and shows it once. `what`: the secret's accessible name, such as `the link`. */
export function SecretForm({ submit, title, what, note, children }: SecretFormProps) {
  const [secret, setSecret] = useState<string | undefined>();
  return (
    <Form submit={() => submit().then(setSecret)}>
      {children}
      {secret !== undefined && (
        <SecretDialog title={title} {...(note !== undefined && { note })} onClose={() => setSecret(undefined)}>
          <CodeBlock label={what} code={secret} />
        </SecretDialog>
      )}
    </Form>
  );
}
