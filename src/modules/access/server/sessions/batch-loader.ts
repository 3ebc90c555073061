/** More keys would make one query too slow for those who wait for it. */
const maxBatchSize = 256;

interface PendingLoad<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Batches the loads of one turn of the event loop into one call; a single load does not wait. `load` returns a
 * value for each key, in order; if it fails, every load of the batch fails.
 */
export function createBatchLoader<Key, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
): (key: Key) => Promise<Value> {
  let pending: PendingLoad<Key, Value>[] = [];

  function start(): void {
    const all = pending;
    pending = [];
    for (let from = 0; from < all.length; from += maxBatchSize) {
      void loadBatch(all.slice(from, from + maxBatchSize), load);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      // After the sockets this turn still reads.
      if (pending.length === 0) setImmediate(start);
      pending.push({ key, resolve, reject });
    });
}

async function loadBatch<Key, Value>(
  batch: readonly PendingLoad<Key, Value>[],
  load: (keys: readonly Key[]) => Promise<Value[]>,
): Promise<void> {
  try {
    const values = await load(batch.map(({ key }) => key));
    for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
