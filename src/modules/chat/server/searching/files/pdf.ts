import { Worker } from 'node:worker_threads';

const patienceMs = 20_000;
const memoryMb = 256;

/**
 * The text of a PDF, up to so many characters; empty where there is none or it cannot be read. Somebody's
 * file decides how long that takes and what it needs: so it is done apart, with an end to both.
 */
export function readPdf(bytes: Uint8Array, maxLength: number): Promise<string> {
  const worker = new Worker(new URL('./pdfWorker.ts', import.meta.url), {
    workerData: { bytes, maxLength },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    stdout: true,
    stderr: true,
  });
  const timer = setTimeout(() => void worker.terminate(), patienceMs);
  return new Promise((resolve) => {
    worker.once('message', (text: string) => resolve(text));
    // Broken, locked with a password, too large for its share of memory: it has no text for us.
    worker.once('error', () => resolve(''));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve('');
    });
  });
}
