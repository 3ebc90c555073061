import type {
  OpenedPhoto,
  PagePicture,
  PageWork,
  PhotoReply,
  PhotoRequest,
  PhotoWork,
} from './messages.ts';

/** Of formats that every browser reads: an iPhone converts its photos to one of them. */
export const photoTypes = 'image/jpeg,image/png,image/webp';

/** This browser cannot read the photo, or its worker did not load. */
class UnreadablePhoto extends Error {}

interface Photo {
  key: string;
  file: Blob;
}

/** Works on photos in a worker, so that the page stays responsive. Everything throws UnreadablePhoto. */
export interface PhotoReader {
  open(photo: Photo): Promise<OpenedPhoto>;
  /** The page within the corners, straight and, where wanted, with white paper. */
  page(photo: Photo, options: Omit<PageWork, 'kind'>): Promise<PagePicture>;
  close(): void;
}

interface Pending {
  resolve: (result: never) => void;
  reject: (error: UnreadablePhoto) => void;
}

export function openPhotoReader(): PhotoReader {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let lastId = 0;

  function close(): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of pending.values()) reject(new UnreadablePhoto());
    pending.clear();
  }

  function onMessage({ data: { id, result } }: MessageEvent<PhotoReply>): void {
    const waiting = pending.get(id);
    pending.delete(id);
    if (result) waiting?.resolve(result as never);
    else waiting?.reject(new UnreadablePhoto());
  }

  function start(): Worker {
    const started = new Worker(new URL('./photoWorker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', onMessage);
    started.addEventListener('error', close);
    return started;
  }

  const ask = <Result>(work: PhotoWork) =>
    new Promise<Result>((resolve, reject) => {
      worker ??= start();
      const request: PhotoRequest = { id: ++lastId, work };
      pending.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });

  return {
    open: ({ key, file }) => ask<OpenedPhoto>({ kind: 'open', key, file }),
    page: ({ key, file }, options) => ask<PagePicture>({ kind: 'page', key, file, ...options }),
    close,
  };
}
