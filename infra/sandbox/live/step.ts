import type { Instance, Write } from "../store/instance.ts";
import type { Random } from "../store/random.ts";

/** A kind of live change. It does nothing if there is nothing to change. */
export type Step = (instance: Instance, random: Random, write: Write) => void;
