import type { Code, DecodeReply, DecodeRequest } from './code.ts';

/** The first answer waits for a megabyte on a slow line. */
const patienceMs = 30_000;

/** This browser cannot read codes, or the reader could not be fetched. */
export class DecoderUnavailable extends Error {}

interface Waiting {
  resolve: (codes: Code[]) => void;
  reject: (error: Error) => void;
}

/** Finds the codes in pictures, off the thread that draws the page. */
export interface Decoder {
  read(picture: ImageData, options?: { thorough?: boolean }): Promise<Code[]>;
  close(): void;
}

export function openDecoder(): Decoder {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function giveUp(): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new DecoderUnavailable());
    waiting.clear();
  }

  function hear({ data: { id, codes } }: MessageEvent<DecodeReply>): void {
    if (codes) waiting.get(id)?.resolve(codes);
    else giveUp();
    waiting.delete(id);
  }

  function start(): Worker {
    const started = new Worker(new URL('./barcodeWorker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', hear);
    started.addEventListener('error', giveUp);
    return started;
  }

  return {
    read(picture, { thorough = false } = {}) {
      return new Promise<Code[]>((resolve, reject) => {
        if (typeof WebAssembly === 'undefined') return reject(new DecoderUnavailable());
        worker ??= start();
        const id = ++lastId;
        const timer = setTimeout(giveUp, patienceMs);
        waiting.set(id, {
          resolve(codes) {
            clearTimeout(timer);
            resolve(codes);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        });
        const request: DecodeRequest = { id, picture, thorough };
        worker.postMessage(request, [picture.data.buffer]);
      });
    },
    close() {
      worker?.terminate();
      worker = null;
      waiting.clear();
    },
  };
}
