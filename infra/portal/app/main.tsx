import { render } from "preact";
import "./style/portal.css";
import { restoreSession } from "./api/session.ts";
import { App } from "./app.tsx";
import { startClock } from "./components/time.tsx";
import { listenToKeys } from "./keyboard.tsx";

restoreSession();
startClock();
listenToKeys();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
