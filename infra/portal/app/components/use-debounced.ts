import { useEffect, useState } from "preact/hooks";

/** The last value that stayed unchanged for `ms` ms, so that a request isn't sent for each keystroke. */
export function useDebounced<T>(value: T, ms = 400): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
