import { createAlertHandler } from "../../../functions/alert.ts";
import { createCanaryHandler } from "../../../functions/canary.ts";
import { createClockHandler } from "../../../functions/clock.ts";
import { createDeliverHandler } from "../../../functions/deliver.ts";
import { createFanoutHandler } from "../../../functions/fanout.ts";
import { createPollHandler } from "../../../functions/poll.ts";
import { createPublishHandler } from "../../../functions/publish.ts";
import { createRecoverHandler } from "../../../functions/recover.ts";
import { createContainer, replaced } from "../../../functions/runtime/container.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { createApiServices } from "../../../functions/runtime/services/api.ts";
import { connector, dialer } from "../../../functions/runtime/services/sender.ts";
import { sourceHttp } from "../../../functions/runtime/services/source-client.ts";
import { createTickHandler } from "../../../functions/tick.ts";
import { grantedEngine } from "../../../infra/node/granted-engine.ts";
import type { Vetted } from "../../../shared/adapters/http/vet-destination.ts";
import type { Redrive } from "../../../shared/api/api-services.ts";
import { createApi } from "../../../shared/api/create-api.ts";
import type { Connector } from "../../../shared/delivery/attempt/connector.ts";
import type { Dialer } from "../../../shared/delivery/attempt/dialer.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { FunctionName } from "../../../shared/kernel/topology.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import { noRedrive } from "../../support/no-redrive.ts";

/** A function's handler in a container. */
export type Invoke = (event: never) => Promise<unknown>;

/** What functions use in addition to their engine. */
export type Outside = {
  readonly source: SourceHttp;
  readonly endpoints: Dialer;
  /** The queues and buses of partners in AWS; absent if there are none. */
  readonly destinations?: Connector;
  readonly vet: (url: string) => Promise<Vetted>;
  /** The URL of the canary's own endpoint. */
  readonly canaryUrl: string;
  /** A bridge without dead letters if absent. */
  readonly redrive?: Redrive;
};

export type SimulatedFunction = FunctionName;

/** A request as the API's function gets it. */
export type ApiCall = { readonly path: string; readonly init: RequestInit };

const noProbe = { queueDepths: async () => ({}), deliveriesByState: async () => ({}) };
const ticksPerFire = 4;

const starts: { readonly [name in SimulatedFunction]: (engine: Engine, outside: Outside) => Invoke } = {
  clock: (engine) => createClockHandler(engine, { ticksPerFire }),
  tick: (engine) => createTickHandler(engine),
  poll: (engine, { source }) =>
    createPollHandler(
      engine,
      replaced(sourceHttp, () => source),
    ),
  publish: (engine) => createPublishHandler(engine),
  fanout: (engine) => createFanoutHandler(engine),
  deliver: (engine, { endpoints, destinations }) => {
    const dialling = replaced(dialer, () => ({ post: (dial) => endpoints.post(dial), close: async () => undefined }));
    const sending = destinations === undefined ? [] : [replaced(connector, () => destinations)];
    return createDeliverHandler(engine, dialling, ...sending);
  },
  recover: (engine) => createRecoverHandler(engine),
  alert: (engine) => createAlertHandler(engine),
  canary: (engine, { canaryUrl }) => createCanaryHandler(engine, canaryUrl),
  api: startApi,
};

function startApi(engine: Engine, { vet, redrive = noRedrive }: Outside): Invoke {
  const own = { probe: noProbe, redrive };
  const app = createApi({ ...createApiServices(createContainer(engine), own), vetDestination: vet });
  return async ({ path, init }: ApiCall) => {
    const response = await app.request(path, init);
    return { status: response.status, text: await response.text() };
  };
}

/**
 * The functions of this version of the code, with the permissions and the timings that it gives them. `npm run
 * keep-release` packs this module, so that the next version runs alongside it (docs/proof.md#two-versions-at-once).
 * Both versions agree on what it exports and on the ports that it is given.
 */
export const code = {
  start(name: SimulatedFunction, engine: Engine, outside: Outside): Invoke {
    // A timing that only this version knows gets its default.
    const timings = { ...defaultTimings, ...engine.settings.timings };
    const own = { ...engine, settings: { ...engine.settings, timings } };
    return starts[name](grantedEngine(own, functions[name]), outside);
  },
  /** A temporary fault of the engine, of the class that this version's own code knows. */
  unavailable: (message: string): Error => new EngineUnavailableError(message),
};

export type CodeVersion = typeof code;
