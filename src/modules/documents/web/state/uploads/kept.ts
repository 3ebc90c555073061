import type { UploadJob } from './job.ts';

/** An upload that is not a document yet, with its bytes. */
interface KeptUpload {
  job: UploadJob;
  bytes: Blob;
}

const databaseName = 'forecourt-document-uploads';
const storeName = 'uploads';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = act(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps an upload over a reload. False if the browser has no room for it: it then lasts as long as the page. */
export async function keepUpload(upload: KeptUpload): Promise<boolean> {
  try {
    await withStore('readwrite', (store) => store.put(upload, upload.job.id));
    return true;
  } catch {
    // Storage is full or blocked, as in a private window.
    return false;
  }
}

export async function forgetUpload(id: string): Promise<void> {
  // What can’t be deleted now is a day old at the next visit, and deleted then.
  await withStore('readwrite', (store) => store.delete(id)).catch(() => undefined);
}

/** The server drops what it has of an upload after a day. */
const lastsMs = 24 * 60 * 60 * 1_000;

/** What this person left unfinished, oldest first. Files of others and old ones leave the device. */
export async function listKept(userId: number): Promise<KeptUpload[]> {
  const all = await withStore<KeptUpload[]>('readonly', (store) => store.getAll()).catch(() => []);
  const isCurrent = ({ job }: KeptUpload) => Date.now() - job.startedAt < lastsMs;
  const mine = all.filter((one) => one.job.userId === userId && isCurrent(one));
  for (const one of all) if (!mine.includes(one)) await forgetUpload(one.job.id);
  return mine.sort((a, b) => a.job.startedAt - b.job.startedAt);
}
