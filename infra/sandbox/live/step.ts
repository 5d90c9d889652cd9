import type { Instance, Write } from "../store/instance.ts";
import type { Random } from "../store/random.ts";

/** One kind of live change; it does nothing if there is nothing to change. */
export type Step = (instance: Instance, random: Random, write: Write) => void;
