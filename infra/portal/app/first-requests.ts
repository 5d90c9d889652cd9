import { askEarly } from "./api/early-answers.ts";
import { enter } from "./api/entrance.ts";

// This script is separate and small, so that it can call the API while the application is still loading.
const entrance = enter();
if (entrance.key !== undefined) {
  askEarly("/v1/me", entrance);
  if (location.pathname === "/portal") askEarly("/v1/subscriptions?limit=200", entrance);
} else if (entrance.token === undefined) {
  // Users who aren't signed in get the sign-in page, so the first view is removed. If the application loaded first, it
  // already shows the sign-in page.
  const app = document.getElementById("app");
  if (app?.querySelector(".sign-in") === null) app.replaceChildren();
}
