import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import type { InstanceRequest } from "../../source/instance-registry.ts";
import { knownInstance } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint, Reply } from "../endpoint.ts";
import { firstOf, pageAnswer, pagingQuery } from "../http/cursor.ts";
import { instanceAnswer, instanceInput, instanceParams, instanceView, rewindInput } from "./instance-schemas.ts";

const nameShape = /^[\w-]+$/;
const byName = (one: { readonly name: string }, other: { readonly name: string }) => (one.name < other.name ? -1 : 1);

const read = { tag: "Instances", who: "operator", scope: "read" } as const;
const manage = { tag: "Instances", who: "operator", scope: "manage", params: instanceParams } as const;
const control = { ...manage, answers: { 200: ["The current instance", instanceAnswer] } } as const;

export const instanceRoutes = [
  endpoint("putInstance", "put", "/v1/instances/{name}", {
    ...manage,
    summary: "Register or update an instance",
    description: "Feedhook starts reading the instance at the next tick. Fields that you leave out keep their values.",
    body: instanceInput,
    answers: { 200: ["The current instance", instanceAnswer], 201: ["Registered", instanceAnswer] },
    problems: ["conflict"],
    async handle({ params: { name }, body: settings }, { instances, feeds, copies, copyIntents, clock }) {
      const isNew = (await instances.find(name)) === undefined;
      const intent = await copyIntents.begin({ kind: "instance", name });
      const registered = await instances.register({ name, ...settings, now: clock.now() });
      const rooms = await instances.roomsOf(name);
      // The projection comes first: events from the first poll must reach every subscription that wants all instances.
      await copies.rebuild(name);
      await copyIntents.done(intent);
      await feeds.putIfAbsent(feedsOfInstance(name, rooms));
      return new Reply(isNew ? 201 : 200, instanceView(registered, rooms));
    },
  }),

  endpoint("listInstances", "get", "/v1/instances", {
    ...read,
    summary: "List instances, sorted by name",
    query: pagingQuery,
    answers: { 200: pageAnswer(instanceAnswer, "InstancePage") },
    async handle({ query: { limit, cursor }, context }, { cursors, instances }) {
      const after = (await cursors.decode(context, cursor, nameShape)) ?? "";
      const rest = (await instances.list()).filter(({ name }) => name > after).toSorted(byName);
      const { items, last } = firstOf(rest, limit);
      const views = items.map(async (one) => instanceView(one, await instances.roomsOf(one.name)));
      return cursors.page(context, await Promise.all(views), last?.name);
    },
  }),

  endpoint("getInstance", "get", "/v1/instances/{name}", {
    ...read,
    params: instanceParams,
    summary: "Retrieve an instance",
    answers: { 200: ["The instance", instanceAnswer] },
    async handle({ params: { name } }, services) {
      return instanceView(await knownInstance(services, name), await services.instances.roomsOf(name));
    },
  }),

  endpoint("pauseInstance", "post", "/v1/instances/{name}/pause", {
    ...control,
    summary: "Pause an instance",
    description: "The instance's feeds keep their positions. Visits in progress finish.",
    handle: ({ params: { name } }, services) => controlled(services, name, { action: "pause" }),
  }),

  endpoint("resumeInstance", "post", "/v1/instances/{name}/resume", {
    ...control,
    summary: "Resume an instance",
    description:
      "Reading continues at the next tick, even if the instance was parked. Feeds that are backing off or parked are then due; if more than 500 owners' feeds are stalled, each tick makes 500 of them due.",
    handle: ({ params: { name } }, services) => controlled(services, name, { action: "resume" }),
  }),

  endpoint("rewindInstance", "post", "/v1/instances/{name}/rewind", {
    ...control,
    summary: "Rewind an instance",
    description:
      "At its next visit, each feed reads changes again, from `to` or from the start. Feedhook publishes the changes that it missed, but doesn't publish known records again.",
    body: rewindInput,
    handle: ({ params: { name }, body: { to } }, services) =>
      controlled(services, name, { action: "rewind", to: to === undefined ? undefined : Date.parse(to) }),
  }),

  endpoint("rebaselineInstance", "post", "/v1/instances/{name}/rebaseline", {
    ...control,
    summary: "Rebaseline an instance",
    description:
      "Reads the instance as if it had just been connected. Records that Feedhook hasn't seen before are published as baseline events if they last changed before this request. Known records keep their history, and their changes are published.",
    async handle({ params: { name } }, services) {
      const view = await controlled(services, name, { action: "rebaseline", now: services.clock.now() });
      await services.pressure.countPagesAnew(name);
      return view;
    },
  }),
];

async function controlled(services: ApiServices, name: string, request: InstanceRequest) {
  await knownInstance(services, name);
  return instanceView(await services.instances.control(name, request), await services.instances.roomsOf(name));
}
