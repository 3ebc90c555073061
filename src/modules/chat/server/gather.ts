interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Loads for many callers at once: keys that arrive during a load wait for the next one, so that thousands of people who
 * connect together need few statements. A load starts after its keys have arrived, so no one gets an earlier state.
 * `load` returns a value for each key, in order; if it fails, so does each call of that batch.
 */
export function gatherLoads<Key, Value>(
  maxKeys: number,
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];
  let isLoading = false;

  async function loadAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxKeys);
      try {
        const values = await load(batch.map(({ key }) => key));
        for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isLoading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isLoading) return;
      isLoading = true;
      // After the caller has asked for its other keys.
      queueMicrotask(loadAll);
    });
}
