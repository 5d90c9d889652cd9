import { useEffect, useState } from "preact/hooks";

/** Returns a value once it hasn't changed for `ms` milliseconds, so that not every keystroke sends a request. */
export function useDebounced<T>(value: T, ms = 400): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return settled;
}
