import scriptUrl from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";
import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, watch } from "vue";

type Mermaid = {
  initialize(options: { startOnLoad: boolean; securityLevel: "strict"; theme: "default" | "dark" }): void;
  render(id: string, source: string): Promise<{ svg: string }>;
};
declare global {
  interface Window {
    mermaid?: Mermaid;
  }
}

let loading: Promise<Mermaid> | undefined;

/** Loads Mermaid for the first diagram. It is a script that sets a global variable. */
function loadMermaid(): Promise<Mermaid> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () => {
      if (window.mermaid === undefined) reject(new Error("Mermaid's script didn't set window.mermaid"));
      else resolve(window.mermaid);
    };
    script.onerror = () => {
      reject(new Error("Mermaid's script could not be loaded"));
    };
    document.head.append(script);
  });
  return loading;
}

let drawn = 0;

/** A Mermaid diagram. Its source text is shown until the diagram is drawn, and if scripts don't run. */
export const Diagram = defineComponent({
  props: { source: { type: String, required: true } },
  setup: (props) => {
    const { isDark } = useData();
    const svg = ref("");
    const draw = async () => {
      const mermaid = await loadMermaid();
      mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: isDark.value ? "dark" : "default" });
      drawn += 1;
      ({ svg: svg.value } = await mermaid.render(`diagram-${drawn}`, props.source));
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      svg.value === "" ? h("pre", [h("code", props.source)]) : h("div", { class: "diagram", innerHTML: svg.value });
  },
});
