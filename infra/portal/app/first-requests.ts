import { askEarly } from "./api/early-answers.ts";
import { enter } from "./api/entrance.ts";

// A script of its own, so small that it asks the API while the application is still on its way.
const entrance = enter();
if (entrance.key !== undefined) {
  askEarly("/v1/me", entrance);
  if (location.pathname === "/portal") askEarly("/v1/subscriptions?limit=200", entrance);
} else if (entrance.token === undefined) {
  // Who isn't signed in has no use for the navigation that the page brought: the sign-in takes its place.
  document.getElementById("app")?.replaceChildren();
}
