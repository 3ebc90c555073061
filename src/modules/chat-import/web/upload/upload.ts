import { useSyncExternalStore } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { type FileOnItsWay, sendFile } from '../../../../platform/web/api/sendFile.ts';
import { createStore } from '../../../../platform/web/state/createStore.ts';
import { keepUnsavedWork } from '../../../../platform/web/state/unsaved.ts';
import { type ChatImport, chatImportMaxBytes, startChatImport } from '../../contract.ts';

type Upload =
  | { phase: 'none' }
  | { phase: 'sending'; fileName: string; sizeBytes: number; sentBytes: number }
  /** `again` is set if the same file can be retried. */
  | { phase: 'refused'; fileName: string; sentence: string; again: (() => void) | null }
  | { phase: 'sent'; imported: ChatImport };

const none: Upload = { phase: 'none' };
const upload = createStore<Upload>(none);
let mayLeave = () => {};
let onItsWay: FileOnItsWay<ChatImport> | null = null;

/** The upload of an export; it continues while the dialog is closed. */
export const currentUpload = upload.get;
export const useUpload = () => useSyncExternalStore(upload.watch, upload.get);

/** Uploads an export, replacing one in progress. */
export function sendExport(file: File): void {
  cancelUpload();
  const sentence = whyNot(file);
  if (sentence) upload.set({ phase: 'refused', fileName: file.name, sentence, again: null });
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
  upload.set(last);
}

function whyNot({ name, size }: File): string | null {
  if (!/\.zip$/i.test(name)) return 'Choose the ZIP file of an export.';
  if (size > chatImportMaxBytes)
    return 'The file is larger than 2 GB. Export a shorter date range.';
  return size === 0 ? 'The file is empty.' : null;
}

function send(file: File, clientId: string): void {
  const { name: fileName, size: sizeBytes } = file;
  // The result of a canceled upload no longer matters.
  const ifCurrent = (act: () => void) => sent === onItsWay && act();
  const report = (sentBytes: number) =>
    upload.set({ phase: 'sending', fileName, sizeBytes, sentBytes });
  const refuse = (error: unknown) => {
    const sentence = sentenceOf(error, 'The upload failed.');
    const again = isFinal(error) ? null : () => send(file, clientId);
    end({ phase: 'refused', fileName, sentence, again });
  };
  const sent = sendFile(
    startChatImport,
    { params: { clientId }, query: { fileName: fileName.slice(-200) } },
    {
      bytes: file,
      mediaType: 'application/zip',
      onSent: (bytes) => ifCurrent(() => report(Math.min(bytes, sizeBytes))),
    },
  );
  onItsWay = sent;
  mayLeave();
  mayLeave = keepUnsavedWork();
  report(0);
  sent.done.then(
    (imported) => ifCurrent(() => end({ phase: 'sent', imported })),
    (error) => ifCurrent(() => refuse(error)),
  );
}

/** A refusal is final, unless the server was only busy. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status);
