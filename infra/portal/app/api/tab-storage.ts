type TabStorage = {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  remove(name: string): void;
};

/**
 * Storage of this tab. A browser may refuse storage to a page in another site's frame. Then memory holds the values
 * until the page is closed.
 */
export const tabStorage: TabStorage = opened() ?? inMemory();

function opened(): TabStorage | undefined {
  try {
    const storage = window.sessionStorage;
    storage.getItem("");
    return {
      get: (name) => storage.getItem(name) ?? undefined,
      set: (name, value) => {
        storage.setItem(name, value);
      },
      remove: (name) => {
        storage.removeItem(name);
      },
    };
  } catch {
    return undefined;
  }
}

function inMemory(): TabStorage {
  const values = new Map<string, string>();
  return {
    get: (name) => values.get(name),
    set: (name, value) => {
      values.set(name, value);
    },
    remove: (name) => {
      values.delete(name);
    },
  };
}
