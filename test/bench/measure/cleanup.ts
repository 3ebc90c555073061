type Undo = () => void | Promise<void>;

const undos: Undo[] = [];

/** Registers a cleanup, however the run ends. */
export function onEnd(undo: Undo): void {
  undos.push(undo);
}

/** Runs all cleanups, the latest first. */
export async function cleanUp(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(`Cleanup failed: ${(error as Error).message}`); // The others must still run.
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void cleanUp().then(() => process.exit(130)));
}
