/** More would make one question too heavy for those who wait for it. */
const maxTogether = 256;

interface Waiting<Key, Answer> {
  key: Key;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Makes one question of those asked within a turn of the event loop: alone, a question waits for
 * nobody. `ask` answers for each key, in their order; when it fails, all who asked are told.
 */
export function askTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<Answer[]>,
): (key: Key) => Promise<Answer> {
  let waiting: Waiting<Key, Answer>[] = [];

  function start(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += maxTogether) {
      void settle(all.slice(from, from + maxTogether), ask);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      // After what this turn still reads from its sockets.
      if (waiting.length === 0) setImmediate(start);
      waiting.push({ key, resolve, reject });
    });
}

async function settle<Key, Answer>(
  group: readonly Waiting<Key, Answer>[],
  ask: (keys: readonly Key[]) => Promise<Answer[]>,
): Promise<void> {
  try {
    const answers = await ask(group.map(({ key }) => key));
    for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
