import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { SQSClient } from "@aws-sdk/client-sqs";
import { QueueAges } from "../../../shared/adapters/aws/queue-ages.ts";
import { redriveOnSqs } from "../../../shared/adapters/aws/sqs-redrive.ts";
import { sqsStatusProbe } from "../../../shared/adapters/aws/sqs-status-probe.ts";
import { functions } from "../../../shared/kernel/function-topology.ts";
import type { KeyWrapper } from "../../../shared/kernel/ports/key-wrapper.ts";
import type { QueueName } from "../../../shared/kernel/topology.ts";
import { operatorPartner, partnerPartition } from "../../../shared/partners/partner-key.ts";
import type { Engine } from "../engine.ts";
import type { OwnServices } from "../services/api.ts";
import type { SignInSettings } from "../services/sign-in.ts";
import { clientOptions as defaultClientOptions } from "./aws-client-options.ts";
import type { Elsewhere } from "./aws-engine.ts";
import { type AwsEnvironment, readAwsEnvironment, required, variableOf } from "./aws-settings.ts";

/**
 * These operations aren't part of the engine, so that other functions don't load CloudWatch's client. Throws
 * InvalidInputError for a variable that is missing or malformed.
 */
export function awsOperations(
  env: NodeJS.ProcessEnv,
  { clock, logger, keys }: Pick<Engine, "clock" | "logger" | "keys">,
  elsewhere: Elsewhere = {},
): OwnServices {
  const environment = readAwsEnvironment(env);
  const clientOptions = { ...defaultClientOptions, ...elsewhere };
  const client = new SQSClient(clientOptions);
  const deadLettersUrl = (name: QueueName) => required(environment, variableOf.deadLetters(name));
  const queues = (functions.api.watches ?? []).map((name) => ({
    name,
    url: required(environment, variableOf.queue(name)),
    deadLettersUrl: deadLettersUrl(name),
  }));
  const failureNoticesUrl = required(environment, "FAILURE_NOTICES_URL");
  // A status without ages is better than a late one.
  const requestHandler = { ...defaultClientOptions.requestHandler, requestTimeout: 2_000 };
  const cloudWatch = new CloudWatchClient({ ...clientOptions, maxAttempts: 2, requestHandler });
  const ages = new QueueAges({ client: cloudWatch, clock, logger });
  const { SIGN_IN: signIn } = environment;
  return {
    ...(signIn !== undefined && { signIn: signInSettings(signIn, keys) }),
    probe: sqsStatusProbe({ client, queues, failureNoticesUrl, ages, logger }),
    redrive: {
      queue: (name) => redriveOnSqs(client, deadLettersUrl(name)),
      changes: { command: `npm run redrive -- --stage ${required(environment, "STAGE")}` },
    },
  };
}

/** The client secret was sealed for the operator with the deployment's key. */
function signInSettings(
  { clientSecretSealed: sealed, ...options }: NonNullable<AwsEnvironment["SIGN_IN"]>,
  keys: KeyWrapper,
): SignInSettings {
  const clientSecret = async () => {
    if (sealed === undefined) return undefined;
    return Buffer.from(await keys.unwrap(Buffer.from(sealed, "base64"), partnerPartition(operatorPartner))).toString();
  };
  return { options, clientSecret };
}
