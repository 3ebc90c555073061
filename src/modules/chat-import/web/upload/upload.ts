import { useSyncExternalStore } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { type ChatImport, chatImportMaxBytes, startChatImport } from '../../contract.ts';

type Upload =
  | { phase: 'none' }
  | { phase: 'sending'; fileName: string; sizeBytes: number; sentBytes: number }
  /** `again` is there where the same file may still get through. */
  | { phase: 'refused'; fileName: string; sentence: string; again: (() => void) | null }
  | { phase: 'sent'; imported: ChatImport };

const none: Upload = { phase: 'none' };
let upload: Upload = none;
let stop: (() => void) | null = null;
const watchers = new Set<() => void>();

function become(next: Upload): void {
  upload = next;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** The export on its way to the server; it goes on while the dialog is closed. */
export const currentUpload = (): Upload => upload;
export const useUpload = () => useSyncExternalStore(watch, currentUpload);

/** Sends an export, in the place of one that is on its way. */
export function sendExport(file: File): void {
  cancelUpload();
  const sentence = whyNot(file);
  if (sentence) become({ phase: 'refused', fileName: file.name, sentence, again: null });
  else send(file, crypto.randomUUID());
}

export function cancelUpload(): void {
  stop?.();
  become(none);
}

function whyNot({ name, size }: File): string | null {
  if (!/\.zip$/i.test(name)) return 'Please choose the ZIP file of an export.';
  if (size > chatImportMaxBytes)
    return 'The file is larger than 2 GB. Export a shorter span of days.';
  return size === 0 ? 'The file is empty.' : null;
}

// `fetch` tells nothing of how far an upload has come; the older way does.
function send(file: File, clientId: string): void {
  const request = new XMLHttpRequest();
  const { name: fileName, size: sizeBytes } = file;
  const tell = (sentBytes: number) => become({ phase: 'sending', fileName, sizeBytes, sentBytes });
  const end = (last: Upload) => {
    stop = null;
    window.removeEventListener('beforeunload', stay);
    become(last);
  };
  const refuse = (error: unknown) => {
    const sentence = sentenceOf(error, 'The file did not get through.');
    const again = isFinal(error) ? null : () => send(file, clientId);
    end({ phase: 'refused', fileName, sentence, again });
  };
  request.upload.onprogress = ({ loaded }) => tell(Math.min(loaded, sizeBytes));
  request.onload = () => {
    const { status, statusText, responseText } = request;
    if (status < 300) end({ phase: 'sent', imported: JSON.parse(responseText) });
    else refuse(new ApiError(status, statusText, responseText));
  };
  request.onerror = () => refuse(new TypeError('Unreachable'));
  request.onabort = () => end(none);
  stop = () => request.abort();
  window.addEventListener('beforeunload', stay);

  const query = { fileName: fileName.slice(-200) };
  request.open('POST', pathOf(startChatImport.path, { params: { clientId }, query }));
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/zip');
  request.send(file);
  tell(0);
}

const stay = (event: BeforeUnloadEvent) => event.preventDefault();

/** What the server refuses it refuses again, unless it was only busy. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status);
