import { toast } from '../../../../../platform/web/ui/toast.ts';
import type { ChatSession } from '../../session/chatSession.ts';
import type { VoiceNote } from '../../session/drafts/uploads.ts';
import { stayUntilUploaded } from './staying.ts';

interface LocalFile {
  key: string;
  file: File;
}

/** What this tab itself brought in, so that it can be seen and heard before it has arrived. */
const localFiles = new Map<string, LocalFile>();

export const localFile = (id: string): File | undefined => localFiles.get(id)?.file;

/** Attaches files to what is being written there; says so where one cannot be. */
export function attach(
  { uploads, drafts }: Pick<ChatSession, 'uploads' | 'drafts'>,
  key: string,
  given: readonly File[] | VoiceNote,
): void {
  const before = new Set(drafts.get(key).attachments.map(({ id }) => id));
  const problem = uploads.add(key, given);
  stayUntilUploaded(drafts);
  if (problem) toast({ title: 'Not attached', description: problem, variant: 'destructive' });

  for (const [id, local] of localFiles) {
    if (!drafts.get(local.key).attachments.some((file) => file.id === id)) localFiles.delete(id);
  }
  const files = 'file' in given ? [given.file] : [...given];
  for (const { id, name, size } of drafts.get(key).attachments) {
    const at = files.findIndex((file) => file.name === name && file.size === size);
    const [file] = before.has(id) || at < 0 ? [] : files.splice(at, 1);
    if (file) localFiles.set(id, { key, file });
  }
}
