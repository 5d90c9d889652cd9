/**
 * The console's script, as the browser gets it. It reads the API that everyone reads, with the key from the form or
 * from `#key=…`, and asks again every two seconds; an ETag tells what didn't change. Everything from outside becomes text
 * by `textContent`: nothing that a record contains is ever markup.
 */
export const consoleScript = String.raw`
"use strict";
const every = 2000, shown = 15;
const $ = (id) => document.getElementById(id);
const known = new Map(), nodes = new Map();
let key = "", timer, round = 0;

function el(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children.filter((child) => child !== undefined && child !== ""));
  return node;
}
function stored(value) {
  try {
    if (value === undefined) return sessionStorage.getItem("feedhook-key") || "";
    if (value === "") sessionStorage.removeItem("feedhook-key"); else sessionStorage.setItem("feedhook-key", value);
  } catch { /* Storage may be switched off: then the key lasts as long as the page. */ }
  return "";
}
async function read(path) {
  const before = known.get(path);
  const headers = { authorization: "Bearer " + key, ...(before ? { "if-none-match": before.etag } : {}) };
  const answer = await fetch(path, { headers, cache: "no-store" });
  if (answer.status === 304) return before.body;
  if (answer.status === 401) throw Object.assign(new Error("This key is not valid."), { refused: true });
  if (!answer.ok) throw new Error("The bridge answers " + answer.status + " to " + path.split("?")[0] + ".");
  const body = await answer.json();
  known.set(path, { etag: answer.headers.get("etag") || "", body });
  return body;
}
function duration(seconds) {
  if (seconds === undefined) return "\u2013";
  if (seconds < 90) return Math.round(seconds) + " s";
  if (seconds < 5400) return Math.round(seconds / 60) + " min";
  return seconds < 172800 ? Math.round(seconds / 3600) + " h" : Math.round(seconds / 86400) + " d";
}
function time(iso) {
  if (!iso) return el("span", "soft", "never");
  const at = new Date(iso), today = new Date().toDateString() === at.toDateString();
  const node = el("time", "", today ? at.toLocaleTimeString() : at.toLocaleString());
  node.dateTime = iso;
  node.title = iso;
  return node;
}
const tones = { active: "good", delivered: "good", healthy: "good", open: "bad", paused: "bad", connecting: "busy", waiting: "busy", held: "busy",
  backing_off: "bad", parked: "bad", source_unreachable: "bad", stalled: "bad", expired: "bad", blocked: "bad", disabled: "bad" };
const words = { source_unreachable: "unreachable", backing_off: "backing off", open: "failing" };
const mark = (state) => el("span", "mark " + (tones[state] || "soft"), words[state] || state);

/** Puts the wanted nodes in place and moves none that stays: focus and opened details survive. */
function put(parent, wanted) {
  wanted.forEach((node, at) => { if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] || null); });
  while (parent.children.length > wanted.length) parent.lastElementChild.remove();
}
/** The node of the same content as before, or a new one. */
function kept(id, content, make) {
  const text = JSON.stringify(content), before = nodes.get(id);
  if (before && before.text === text) { before.round = round; return before.node; }
  const node = make();
  nodes.set(id, { text, node, round });
  return node;
}
function list(id, items, idOf, make, nothing) {
  const parent = $(id);
  if (items.length === 0) return put(parent, [kept(id + "/none", nothing, () => el("p", "empty", nothing))]);
  put(parent, [kept(id + "/list", "", () => el("ul"))]);
  put(parent.firstElementChild, items.map((item) => kept(id + "/" + idOf(item), item, () => make(item))));
}
function table(heads, rows) {
  const cell = (tag, value, numeric) => el(tag, numeric ? "number" : "", value);
  const head = el("thead", "", el("tr", "", ...heads.map(([name, numeric]) => Object.assign(cell("th", name, numeric), { scope: "col" }))));
  const body = el("tbody", "", ...rows.map((row) => el("tr", "", ...row.map((value, at) => cell("td", value, heads[at][1])))));
  return el("div", "scroll", el("table", "", head, body));
}
function attention(one) {
  const since = one.since ? "since " + new Date(one.since).toLocaleString() : "";
  return el("li", "", el("div", "row", el("span", "mark bad", one.kind.replaceAll("_", " ")),
    el("span", "what", [one.instance, one.what].filter(Boolean).join(": ")), el("span", "soft", one.count + (one.more ? "+" : "")),
    el("span", "grow", one.action), el("span", "soft", since), el("span", "soft", one.docs)));
}
function firstContact({ lists, ofLists, ownersMet, ownersKnown, secondsLeft }) {
  return ["reading what was there before: " + lists + " of " + ofLists + " lists",
    ownersKnown === undefined ? "" : ownersMet + " of " + ownersKnown + " owners",
    secondsLeft === undefined ? "" : "about " + duration(secondsLeft) + " left"].filter(Boolean).join(", ");
}
function instance(one) {
  const down = one.unreachable;
  const about = down ? "the source doesn't answer since " + new Date(down.since).toLocaleTimeString() + " (" + down.asked + ": " + down.fault + "), next try "
      + new Date(down.nextTry).toLocaleTimeString()
    : one.status === "parked" ? "the source refuses its credentials (" + one.parkedReason + ")"
    : one.firstContact ? firstContact(one.firstContact) : "";
  const rows = Object.entries(one.feeds).map(([name, feed]) => [
    name, mark(feed.status), (feed.estimated && feed.lagSeconds !== undefined ? "about " : "") + duration(feed.lagSeconds), time(feed.lastPoll)]);
  const feeds = rows.length === 0 ? el("p", "empty", "No feed has been put up yet.")
    : table([["Feeds"], ["State"], ["Lag", true], ["Last read"]], rows);
  return el("div", "instance", el("div", "", el("h3", "", one.name), mark(one.health === "ok" ? one.status : one.health), el("span", down ? "bad" : "soft", about)), feeds);
}
function nameOf({ type, id }, data = {}) {
  const person = [data.firstName, data.lastName].filter(Boolean).join(" ");
  const change = [data.operation, data.changedField, data.fileName || data.previousFileName].filter(Boolean).join(" ");
  return data.name || person || change || type + " " + id;
}
function event(one) {
  const changed = (one.changes || []).map(({ field }) => field).join(", ");
  const about = [nameOf(one.subject, one.data), changed ? "changed " + changed : one.baseline ? "was there before" : one.changesUnknown ? "first seen with this change" : ""];
  const head = el("summary", "", time(one.detectedAt), el("span", "what", one.type),
    el("span", "grow", about.filter(Boolean).join(", ")), el("span", "soft", one.instance));
  const node = el("details", "", head);
  node.addEventListener("toggle", () => {
    if (node.open && node.children.length === 1) {
      const body = el("pre", "", JSON.stringify(one, null, 2));
      body.tabIndex = 0;
      node.append(body);
    }
  });
  return el("li", "", node);
}
function delivery(one) {
  const last = one.attempts.at(-1), count = one.attempts.length;
  const result = last === undefined ? "" : last.status !== undefined ? last.status + " in " + Math.round(last.durationMs) + " ms" : last.error || "";
  const next = one.nextAttemptAt ? "next " + new Date(one.nextAttemptAt).toLocaleTimeString() : "";
  return el("li", "", el("div", "row", time(last && last.at), el("span", "what", one.type || one.event), mark(one.state),
    el("span", "grow", one.url ?? "pull"), el("span", "soft", [result, count > 1 ? count + " attempts" : "", next].filter(Boolean).join(", "))));
}
function subscription(one) {
  const { state, since, nextProbeAt, lane } = one.endpoint;
  const clock = (iso) => new Date(iso).toLocaleString();
  const about = [since && state !== "healthy" ? "since " + clock(since) : "", one.disabledReason || "",
    nextProbeAt ? "next probe " + clock(nextProbeAt) : "", lane === "slow" ? "slow lane" : ""].filter(Boolean).join(", ");
  const wants = one.eventTypes.join(", ") + (one.instances ? " of " + one.instances.join(", ") : "");
  return el("li", "", el("div", "row", mark(state), el("span", "grow what", one.url ?? "pull"),
    el("span", tones[state] === "bad" ? "bad" : "soft", about), el("span", "soft", wants)));
}
function figures(id, counts, unknown, nothing) {
  const entries = Object.entries(counts || {});
  const text = counts === undefined ? unknown : nothing;
  const make = () => entries.length === 0 ? el("p", "empty", text)
    : el("dl", "", ...entries.map(([name, count]) => el("div", "", el("dt", "", name), el("dd", "", count.toLocaleString()))));
  put($(id), [kept(id + "/figures", [counts, text], make)]);
}
function queues(all) {
  const make = () => all === undefined ? el("p", "empty", "This engine doesn't count its queues.")
    : table([["Queue"], ["Ready", true], ["Later", true], ["In work", true], ["Given up", true]],
      Object.entries(all).map(([name, { ready, delayed, inFlight, dead }]) =>
        [name, String(ready), String(delayed), String(inFlight), dead > 0 ? el("span", "bad", String(dead)) : "0"]));
  put($("queues"), [kept("queues", all || "", make)]);
}

async function refresh() {
  const [status, subscriptions] = await Promise.all([read("/v1/status"), read("/v1/subscriptions?limit=20")]);
  const names = status.instances.map(({ name }) => name).slice(0, 8);
  const eventPages = names.map((name) => read("/v1/events?instance=" + name + "&order=newest&limit=" + shown + "&until=9999-12-31T00:00:00Z"));
  const deliveryPages = subscriptions.items.slice(0, 10).map(async ({ id, url }) =>
    (await read("/v1/subscriptions/" + id + "/deliveries?limit=" + shown)).items.map((one) => ({ ...one, subscription: id, url })));
  const events = (await Promise.all(eventPages)).flatMap(({ items }) => items);
  const deliveries = (await Promise.all(deliveryPages)).flat();
  const lastAt = (one) => (one.attempts.at(-1) || { at: "" }).at;
  events.sort((one, other) => (one.id < other.id ? 1 : -1));
  deliveries.sort((one, other) => (lastAt(one) < lastAt(other) ? 1 : -1));

  round += 1;
  list("attention", status.needsAttention, (item) => [item.kind, item.instance, item.what].join(), attention, "Nothing.");
  list("instances", status.instances, ({ name }) => name, instance, "No instance is registered yet. PUT /v1/instances/{name} registers one.");
  list("subscriptions", subscriptions.items, ({ id }) => id, subscription, "Nobody subscribes yet. POST /v1/subscriptions adds an endpoint.");
  list("events", events.slice(0, shown), ({ id }) => id, event, "No events yet. They appear as soon as something changes at the source.");
  list("deliveries", deliveries.slice(0, shown), (one) => one.subscription + one.event + one.run, delivery, "Nothing has been delivered yet.");
  figures("counts", status.deliveries, "This engine doesn't count its deliveries.", "No deliveries so far.");
  queues(status.queues);
  for (const [id, entry] of nodes) if (entry.round < round - 1 && !entry.node.isConnected) nodes.delete(id);
}
function say(text, bad) {
  $("state").className = bad ? "bad" : "";
  if ($("state").textContent !== text) $("state").textContent = text;
}
function ask(message) {
  clearTimeout(timer);
  known.clear();
  for (const id of ["board", "leave"]) $(id).hidden = true;
  $("ask").hidden = false;
  say(message || "", Boolean(message));
  $("key").focus();
}
async function run() {
  clearTimeout(timer);
  if (key === "") return;
  const asked = key;
  try {
    await refresh();
    if (key !== asked) return;
    $("ask").hidden = true;
    for (const id of ["board", "leave"]) $(id).hidden = false;
    say("Live");
  } catch (error) {
    if (key !== asked) return;
    if (error.refused) { key = ""; stored(""); return ask(error.message); }
    say((error instanceof TypeError ? "The bridge can't be reached." : error.message) + " Trying again.", true);
  }
  if (!document.hidden) timer = setTimeout(run, every);
}
function start(given) {
  key = given.trim();
  if (key === "") return ask();
  stored(key);
  say("Connecting\u2026");
  run();
}
function fromFragment() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given === null) return false;
  // A key doesn't stay in the address, where it would be bookmarked or shown to who looks over a shoulder.
  history.replaceState(null, "", location.pathname);
  start(given);
  return true;
}
$("form").addEventListener("submit", (submit) => { submit.preventDefault(); start($("key").value); $("key").value = ""; });
$("leave").addEventListener("click", () => { key = ""; stored(""); ask(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) run(); });
addEventListener("hashchange", fromFragment);
if (!fromFragment()) start(stored());
`;
