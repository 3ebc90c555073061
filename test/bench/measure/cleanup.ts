type Undo = () => void | Promise<void>;

const undos: Undo[] = [];

/** Remembers what must be undone, whichever way the run ends. */
export function onEnd(undo: Undo): void {
  undos.push(undo);
}

/** Undoes everything remembered, the latest first. */
export async function cleanUp(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(`Not cleaned up: ${(error as Error).message}`); // The rest still must be.
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(130)));
}
