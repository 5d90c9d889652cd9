import { expect, test } from "vitest";
import { cpuSecondsIn, cpuSecondsOf, fieldsOfStat, memoryIn } from "../../bench/compare/process-usage.ts";

const stat = "4711 (node (v24) :) S 1 4711 4711 0 -1 4194304 900 80 0 0 250 50 30 20 20 0 11 0 123 1 2 3 4 5";

test("the fields of /proc/<pid>/stat begin after the name, whatever it contains", () => {
  expect(fieldsOfStat(stat).slice(0, 3)).toEqual(["S", "1", "4711"]);
});

test("CPU seconds are user and system time, also of children that have ended", () => {
  expect(cpuSecondsIn(stat)).toBe(3.5);
});

test("a text that isn't a process's is refused", () => {
  expect(() => cpuSecondsIn("")).toThrow("/proc/<pid>/stat");
  expect(() => cpuSecondsIn(stat.replace("250", "many"))).toThrow("/proc/<pid>/stat");
});

test("memory is read from /proc/<pid>/status in MB", () => {
  const status = "Name:\tnode\nVmPeak:\t 9999999 kB\nVmHWM:\t  262144 kB\nVmRSS:\t  131072 kB\nThreads:\t11\n";
  expect(memoryIn(status)).toEqual({ resident: 128, peak: 256 });
  expect(() => memoryIn("Name:\tnode\n")).toThrow("VmRSS");
});

test.runIf(process.platform === "linux")("this process has used CPU time", () => {
  expect(cpuSecondsOf(process.pid)).toBeGreaterThan(0);
});
