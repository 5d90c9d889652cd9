import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Confirm, SecretDialog } from "../components/dialog.tsx";
import { SelectField } from "../components/fields.tsx";
import { withToast } from "../components/toast.tsx";

const overlaps = [
  ["3600", "1 hour"],
  ["86400", "1 day"],
  ["604800", "7 days"],
  ["0", "0 hours (if the secret leaked)"],
] as const;

/** Asks how long the old secret stays valid, makes the new one, and shows it once. */
export function RotateSecret({ id, onClose }: { id: string; onClose: () => void }) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number][0]>("86400");
  const [secret, setSecret] = useState<string | undefined>();
  const rotate = () => {
    withToast(async () => {
      const body = { overlapSeconds: Number(overlap) };
      const answer = await answerOf(api.POST("/v1/subscriptions/{id}/secret", { params: { path: { id } }, body }));
      setSecret(answer.secret);
    });
  };
  if (secret !== undefined) {
    return (
      <SecretDialog title="New signing secret" onClose={onClose}>
        <CodeBlock label="the secret" code={secret} />
      </SecretDialog>
    );
  }
  return (
    <Confirm title="Rotate the signing secret?" action="Rotate secret" onConfirm={rotate} onClose={onClose}>
      <p>
        Feedhook generates a new secret. While the old one is valid, Feedhook signs each webhook with both secrets, so
        your receiver can switch without rejecting any.
      </p>
      <SelectField label="Keep the old secret valid for" value={overlap} options={overlaps} onChange={setOverlap} />
    </Confirm>
  );
}
