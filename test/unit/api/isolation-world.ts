import { apiFixture, eventAt } from "./api-fixture.ts";

/** What one partner owns, by the names of the parameters that ask for it. */
export type Owned = {
  readonly key: string;
  /** The token of a portal link, which works once. */
  readonly portalKey: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly pull: string;
  readonly instance: string;
  readonly record: string;
};

type Api = ReturnType<typeof apiFixture>;

/** A partner with an instance, a key, a webhook and a pull subscription, an event, its deliveries and a replay. */
export async function partnerOf(api: Api, name: string): Promise<Owned> {
  const instance = `${name}-crm`;
  const record = `record-of-${name}`;
  await api.call("PUT", `/v1/instances/${instance}`, {
    credentials: { clientId: "id", clientSecret: `secret-of-${name}` },
  });
  const { id: partner, key, as } = await api.addPartner({ name: `${name} ltd`, instances: [instance] });
  const spare = await api.call("POST", `/v1/partners/${partner}/keys`, { name: `${name} spare`, scopes: ["read"] });
  const subscribe = (fields: object) => api.subscribe({ eventTypes: ["person.*"], ...fields }, as);
  const push = await subscribe({ url: `https://hooks.${name}.example/in`, description: `for ${name}` });
  const pull = await subscribe({ kind: "pull", description: `for ${name}` });
  const { envelope } = eventAt(api.clock.now() - 120_000, record);
  const event = { ...envelope, instance, data: { id: record, firstName: `Kari of ${name}` } };
  await api.services.events.put([{ envelope: event, body: JSON.stringify(event) }]);
  const message = { partner, instance, event: event.id, run: "0", attempt: 1 };
  await api.deliveryLog.hold({ ...message, subscription: push }, undefined, event.type);
  await api.backlog.add({ ...message, subscription: pull }, { due: api.clock.now() + 1e9, type: event.type });
  const body = { dryRun: false, events: [event.id] };
  const replay = await api.call("POST", `/v1/subscriptions/${push}/replays`, body, as);
  const alerts = { email: `oncall@${name}.example`, slackUrl: `https://chat.${name}.example/in` };
  await api.call("PATCH", `/v1/partners/${partner}/alerts`, alerts, as);
  const settings = await api.services.alertSettings.read(partner);
  const madeAt = settings.email?.code?.madeAt ?? 0;
  const code = (await api.services.alertSettings.openCode(partner, settings, madeAt)) ?? "";
  const newLink = () => api.call("POST", `/v1/partners/${partner}/portal-links`, {}, as);
  const [link, spareLink] = [await newLink(), await newLink()];
  const parameters = {
    ...{ code, link: String(spareLink.body.id) },
    ...{ id: push, partner, key: String(spare.body.id), event: event.id, replay: String(replay.body.id) },
    ...{ name: instance, source: "person", row: "none" },
  };
  return { key, portalKey: String(link.body.token), parameters, pull, instance, record };
}

type Options = { readonly withOther: boolean };

async function newWorld({ withOther }: Options) {
  const api = apiFixture();
  const own = await partnerOf(api, "globex");
  const other = withOther ? await partnerOf(api, "initech") : undefined;
  return { api, own, other };
}

/** Worlds that only serve as models, by whether there is another partner. */
const models = new Map<boolean, ReturnType<typeof newWorld>>();

/** Two partners, or the second one alone: what it gets must be the same. Each world is another one, with the same ids. */
export async function isolationWorld(options: Options) {
  const model = models.get(options.withOther) ?? newWorld(options);
  models.set(options.withOther, model);
  const { api, own, other } = await model;
  return { api: apiFixture({ after: api }), own, other };
}
