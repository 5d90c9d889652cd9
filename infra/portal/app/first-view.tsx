import { renderToString } from "preact-render-to-string";
import { FirstView } from "./frame.tsx";
import { navItems } from "./nav.ts";

// Runs when the portal is built. The empty path represents the pages that belong to no item of the navigation.
const paths = ["", ...navItems.map(({ href }) => href)];

export const firstViews = Object.fromEntries(paths.map((path) => [path, renderToString(<FirstView path={path} />)]));
