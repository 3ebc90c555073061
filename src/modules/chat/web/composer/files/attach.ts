import { toast } from '../../../../../platform/web/ui/toast.ts';
import type { ChatSession } from '../../session/chatSession.ts';
import type { VoiceNote } from '../../session/drafts/uploads.ts';
import { stayUntilUploaded } from './staying.ts';

interface LocalFile {
  key: string;
  file: File;
}

/** Files added in this tab, for previews before the upload finishes. */
const localFiles = new Map<string, LocalFile>();

export const localFile = (id: string): File | undefined => localFiles.get(id)?.file;

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
