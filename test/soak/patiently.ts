/** Retries until there is a response. After `ms` of failures, it throws the last one. */
export async function patiently<T>(ms: number, ask: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
