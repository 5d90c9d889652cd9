import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { Diagram } from "./diagram.ts";

/** The default theme with system fonts and diagrams. */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("Diagram", Diagram);
  },
} satisfies Theme;
