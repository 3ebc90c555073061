import { useSyncExternalStore } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { type FileOnItsWay, sendFile } from '../../../../platform/web/api/sendFile.ts';
import { keepUnsavedWork } from '../../../../platform/web/ui/unsaved.ts';
import { type ChatImport, chatImportMaxBytes, startChatImport } from '../../contract.ts';

type Upload =
  | { phase: 'none' }
  | { phase: 'sending'; fileName: string; sizeBytes: number; sentBytes: number }
  /** `again` is there where the same file may still get through. */
  | { phase: 'refused'; fileName: string; sentence: string; again: (() => void) | null }
  | { phase: 'sent'; imported: ChatImport };

const none: Upload = { phase: 'none' };
let upload: Upload = none;
let mayLeave = () => {};
let onItsWay: FileOnItsWay<ChatImport> | null = null;
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
  const stopped = onItsWay;
  end(none);
  stopped?.abort();
}

function end(last: Upload): void {
  onItsWay = null;
  mayLeave();
  become(last);
}

function whyNot({ name, size }: File): string | null {
  if (!/\.zip$/i.test(name)) return 'Please choose the ZIP file of an export.';
  if (size > chatImportMaxBytes)
    return 'The file is larger than 2 GB. Export a shorter span of days.';
  return size === 0 ? 'The file is empty.' : null;
}

function send(file: File, clientId: string): void {
  const { name: fileName, size: sizeBytes } = file;
  // What became of one that was cancelled is of no interest any more.
  const ifCurrent = (act: () => void) => sent === onItsWay && act();
  const tell = (sentBytes: number) => become({ phase: 'sending', fileName, sizeBytes, sentBytes });
  const refuse = (error: unknown) => {
    const sentence = sentenceOf(error, 'The file did not get through.');
    const again = isFinal(error) ? null : () => send(file, clientId);
    end({ phase: 'refused', fileName, sentence, again });
  };
  const sent = sendFile(
    startChatImport,
    { params: { clientId }, query: { fileName: fileName.slice(-200) } },
    {
      bytes: file,
      mediaType: 'application/zip',
      onSent: (bytes) => ifCurrent(() => tell(Math.min(bytes, sizeBytes))),
    },
  );
  onItsWay = sent;
  mayLeave();
  mayLeave = keepUnsavedWork();
  tell(0);
  sent.done.then(
    (imported) => ifCurrent(() => end({ phase: 'sent', imported })),
    (error) => ifCurrent(() => refuse(error)),
  );
}

/** What the server refuses it refuses again, unless it was only busy. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status);
