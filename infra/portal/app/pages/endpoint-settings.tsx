import type { Schemas } from "../api/reads.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { Facts } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { typesText } from "../logic/event-choice.ts";
import { endpointSettingsText as words } from "../strings/endpoint-settings.ts";

/** What an endpoint or a queue is asked to get, and how. */
export function EndpointSettings({ subscription }: { subscription: Schemas["SubscriptionDetail"] }) {
  const { eventTypes, instances, filter, signingKeys, headerNames, ordered, payload, format } = subscription;
  const ofPush =
    subscription.kind === "pull"
      ? []
      : ([
          [words.headers, headerNames.length === 0 ? words.none : headerNames.join(", ")],
          [
            words.signingKeys,
            <>
              {signingKeys.map(({ createdAt, expiresAt }) => (
                <div key={createdAt}>
                  {words.made} <Time at={createdAt} />
                  {expiresAt !== undefined && (
                    <>
                      {words.ends} <Time at={expiresAt} />
                    </>
                  )}
                </div>
              ))}
            </>,
          ],
        ] as const);
  return (
    <>
      <Facts
        facts={[
          [words.events, typesText(eventTypes)],
          [words.instances, instances?.join(", ") ?? words.all],
          [
            words.payload,
            [payload === "thin" ? words.thin : words.full, format, ...(ordered ? [words.inOrder] : [])].join(", "),
          ],
          ...ofPush,
          [words.id, <span class="mono">{subscription.id}</span>],
        ]}
      />
      {filter !== undefined && (
        <>
          <h3>{words.filter}</h3>
          <CodeBlock label={words.theFilter} code={JSON.stringify(filter, null, 2)} />
        </>
      )}
    </>
  );
}
