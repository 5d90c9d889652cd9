import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { Diagram } from "./diagram.ts";

/** The default theme in the fonts of the reader's system, with diagrams. */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("Diagram", Diagram);
  },
} satisfies Theme;
