import { readFileSync } from "node:fs";

/** The clock ticks per second of /proc, which Linux fixes at 100. */
export const ticksPerSecond = 100;

/** The fields of /proc/<pid>/stat from the process's state on. The name before them may contain spaces and brackets. */
export const fieldsOfStat = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(")") + 2).split(" ");

/** The CPU seconds of a process with all its threads, and with its children that have ended. */
export function cpuSecondsIn(stat: string): number {
  const times = fieldsOfStat(stat).slice(11, 15).map(Number);
  if (times.length < 4 || times.some(Number.isNaN)) throw new Error(`this isn't the text of /proc/<pid>/stat: ${stat}`);
  return times.reduce((sum, time) => sum + time, 0) / ticksPerSecond;
}

/** Resident memory in MB: now, and at its peak. */
export type Memory = { readonly resident: number; readonly peak: number };

export function memoryIn(status: string): Memory {
  const megabytes = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    if (kilobytes === undefined) throw new Error(`/proc/<pid>/status has no ${name}: ${status}`);
    return Number(kilobytes) / 1_024;
  };
  return { resident: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

export const cpuSecondsOf = (pid: number): number => cpuSecondsIn(readFileSync(`/proc/${pid}/stat`, "utf8"));
export const memoryOf = (pid: number): Memory => memoryIn(readFileSync(`/proc/${pid}/status`, "utf8"));
