/**
 * Maps with at most `limit` concurrent calls and returns the results in the order of `inputs`. The first failure ends
 * it.
 */
export async function inParallel<T, R>(
  limit: number,
  inputs: readonly T[],
  work: (input: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = inputs.entries();
  const worker = async () => {
    for (const [position, input] of queue) results[position] = await work(input);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
