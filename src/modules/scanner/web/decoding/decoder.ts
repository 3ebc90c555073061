import type { Code, DecodeReply, DecodeRequest } from './code.ts';

/** The first read waits for a 1 MB download, possibly on a slow connection. */
const timeoutMs = 30_000;

/** This browser cannot decode codes, or the decoder failed to load. */
export class DecoderUnavailable extends Error {}

interface PendingRead {
  resolve: (codes: Code[]) => void;
  reject: (error: Error) => void;
}

/** Finds codes in images, in a worker. */
export interface Decoder {
  read(image: ImageData, options?: { thorough?: boolean }): Promise<Code[]>;
  close(): void;
}

export function openDecoder(): Decoder {
  const pending = new Map<number, PendingRead>();
  let worker: Worker | null = null;
  let lastId = 0;

  function fail(): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of pending.values()) reject(new DecoderUnavailable());
    pending.clear();
  }

  function onMessage({ data: { id, codes } }: MessageEvent<DecodeReply>): void {
    if (codes) pending.get(id)?.resolve(codes);
    else fail();
    pending.delete(id);
  }

  function start(): Worker {
    const started = new Worker(new URL('./barcodeWorker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', onMessage);
    started.addEventListener('error', fail);
    return started;
  }

  return {
    read(image, { thorough = false } = {}) {
      return new Promise<Code[]>((resolve, reject) => {
        if (typeof WebAssembly === 'undefined') return reject(new DecoderUnavailable());
        worker ??= start();
        const id = ++lastId;
        const timer = setTimeout(fail, timeoutMs);
        pending.set(id, {
          resolve(codes) {
            clearTimeout(timer);
            resolve(codes);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        });
        const request: DecodeRequest = { id, image, thorough };
        worker.postMessage(request, [image.data.buffer]);
      });
    },
    close() {
      worker?.terminate();
      worker = null;
      pending.clear();
    },
  };
}
