import type { McpServer, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { answering } from "./tool-result.ts";

type Tool<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly description: string;
  readonly input: Shape;
  /** The annotations that differ from those of the other tools. */
  readonly hints?: ToolAnnotations;
  readonly work: (args: z.output<z.ZodObject<Shape, z.core.$strict>>) => Promise<object>;
};

/** Returns a function that adds tools with these annotations. `log` gets unexpected errors. */
export function toolsOn(server: McpServer, annotations: ToolAnnotations, log: (line: string) => void) {
  function add<Shape extends z.ZodRawShape>(name: string, title: string, tool: Tool<Shape>): void;
  function add(name: string, title: string, { description, input, hints, work }: Tool): void {
    const described = { title, description, inputSchema: z.strictObject(input) };
    server.registerTool(name, { ...described, annotations: { ...annotations, ...hints } }, answering(work, log));
  }
  return add;
}
