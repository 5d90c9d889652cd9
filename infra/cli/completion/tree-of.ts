import type { Argument, CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { eventTypes, subject } from "../../../shared/kernel/catalogue.ts";
import type { CommandTree, CompletedOption, IdKind, Place } from "./command-tree.ts";

const typePatterns = [...eventTypes, ...subject.options.map((each) => `${each}.*`)];

/** The keys are names of arguments and options that take ids. */
const kinds: ReadonlyMap<string, IdKind> = new Map([
  ["subscription", "subscription"],
  ["partner", "partner"],
  ["as-partner", "partner"],
  ["instance", "instance"],
  ["instances", "instance"],
  ["feed", "feed"],
  ["replay", "replay"],
  ["event", "event"],
  ["event-ids", "event"],
  ["profile", "profile"],
]);

/** The keys are command groups. They give the kind of arguments that are called just `id` or `name`. */
const kindsOfGroups: ReadonlyMap<string, IdKind> = new Map([
  ["subscriptions", "subscription"],
  ["feeds", "feed"],
  ["instances", "instance"],
  ["profiles", "profile"],
]);

export function treeOf(command: CommandUnknownOpts): CommandTree {
  const shown = command.createHelp().visibleCommands(command);
  return {
    commands: Object.fromEntries(
      shown.filter((each) => each.name() !== "help").map((each) => [each.name(), treeOf(each)]),
    ),
    options: command.createHelp().visibleOptions(command).flatMap(optionOf),
    places: command.registeredArguments.map((each) => placeOf(each, command)),
    repeats: command.registeredArguments.at(-1)?.variadic === true,
  };
}

function optionOf({ long, required, variadic, optional, argChoices: values }: Option): CompletedOption[] {
  if (long === undefined) return [];
  const takes = !required && !optional ? "none" : variadic ? "many" : "one";
  const name = long.slice(2);
  const patterns = name === "events" || name === "type" ? typePatterns : undefined;
  return [{ name: long, takes, ...placed(values ?? patterns, kinds.get(name)) }];
}

function placeOf(argument: Argument, command: CommandUnknownOpts): Place {
  const name = argument.name();
  const isPlain = name === "id" || name === "name";
  const ids = isPlain ? kindsOfGroups.get(command.parent?.name() ?? "") : kinds.get(name);
  return placed(argument.argChoices ?? (name === "type" ? eventTypes : undefined), ids);
}

const placed = (values: readonly string[] | undefined, ids: IdKind | undefined): Place => ({
  ...(values && { values }),
  ...(ids && { ids }),
});
