import { useState } from "preact/hooks";
import { answerOf, api } from "../api/client.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Confirm, SecretDialog } from "../components/dialog.tsx";
import { SelectField } from "../components/fields.tsx";
import { withToast } from "../components/toast.tsx";

const overlaps = [
  ["86400", "for a day"],
  ["604800", "for a week"],
  ["3600", "for an hour"],
  ["0", "not at all (the old secret leaked)"],
] as const;

/** Asks how long the old secret keeps signing, makes the new one, and shows it once. */
export function RotateSecret({ id, reload, onClose }: { id: string; reload: () => void; onClose: () => void }) {
  const [overlap, setOverlap] = useState<string>(overlaps[0][0]);
  const [secret, setSecret] = useState<string | undefined>();
  const rotate = () => {
    withToast(async () => {
      const body = { overlapSeconds: Number(overlap) };
      const answer = await answerOf(api.POST("/v1/subscriptions/{id}/secret", { params: { path: { id } }, body }));
      setSecret(answer.secret);
      reload();
    });
  };
  if (secret !== undefined) {
    return (
      <SecretDialog title="The new signing secret" onClose={onClose}>
        <CodeBlock label="the secret" code={secret} />
      </SecretDialog>
    );
  }
  return (
    <Confirm title="Rotate the signing secret?" action="Rotate" onConfirm={rotate} onClose={onClose}>
      <p>
        You get a new secret. Until the overlap ends, each webhook carries signatures of both secrets, so your receiver
        can switch without losing any.
      </p>
      <SelectField label="The old secret keeps signing" value={overlap} options={overlaps} onChange={setOverlap} />
    </Confirm>
  );
}
