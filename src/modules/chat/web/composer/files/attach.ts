import { useEffect, useState } from 'react';
import { keepUnsavedWork } from '../../../../../platform/web/state/unsaved.ts';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import type { ChatSession } from '../../state/session/chatSession.ts';
import type { VoiceNote } from '../../state/session/drafts/uploads.ts';
import type { Drafts } from '../../state/store/drafts.ts';

interface LocalFile {
  key: string;
  file: File;
}

/** Files added in this tab, for previews before the upload finishes. */
const localFiles = new Map<string, LocalFile>();

/** Attaches files to a draft; shows a toast if one is rejected. */
export function attach(
  { uploads, drafts }: Pick<ChatSession, 'uploads' | 'drafts'>,
  key: string,
  input: readonly File[] | VoiceNote,
): void {
  const before = new Set(drafts.get(key).attachments.map(({ id }) => id));
  const problem = uploads.add(key, input);
  stayUntilUploaded(drafts);
  if (problem)
    toast({ title: 'Couldn’t attach file', description: problem, variant: 'destructive' });

  for (const [id, local] of localFiles) {
    if (!drafts.get(local.key).attachments.some((file) => file.id === id)) localFiles.delete(id);
  }
  const files = 'file' in input ? [input.file] : [...input];
  for (const { id, name, size } of drafts.get(key).attachments) {
    const at = files.findIndex((file) => file.name === name && file.size === size);
    const [file] = before.has(id) || at < 0 ? [] : files.splice(at, 1);
    if (file) localFiles.set(id, { key, file });
  }
}

const watched = new WeakSet<Drafts>();

/** Makes the browser ask before the page is left while files are uploading. */
function stayUntilUploaded(drafts: Drafts): void {
  if (watched.has(drafts) || !isUploading(drafts)) return;
  watched.add(drafts);
  const release = keepUnsavedWork();
  const stop = drafts.watch(() => {
    if (isUploading(drafts)) return;
    stop();
    watched.delete(drafts);
    release();
  });
}

function isUploading(drafts: Drafts): boolean {
  return drafts
    .keys()
    .some((key) =>
      drafts.get(key).attachments.some(({ phase }) => phase === 'waiting' || phase === 'uploading'),
    );
}

/** An object URL for a file added in this tab; null for other files. */
export function useLocalUrl(id: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const file = localFiles.get(id)?.file;
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(objectUrl);
    };
  }, [id]);
  return url;
}
