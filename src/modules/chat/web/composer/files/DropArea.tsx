import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { droppedFiles } from '../../../../../platform/web/files/incoming.ts';
import { useFileDrop } from '../../../../../platform/web/files/useFileDrop.ts';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { useChat } from '../../state/chatContext.ts';
import { draftKey } from '../../state/store/drafts.ts';
import { attach } from './attach.ts';

interface Props {
  channelId: string;
  threadId?: string | null | undefined;
  children: ReactNode;
}

/** Accepts files dropped on a conversation and attaches them to its draft. */
export function DropArea({ channelId, threadId = null, children }: Props) {
  const { session } = useChat();
  const { over, dropping } = useFileDrop((data) => {
    const { files, folders } = droppedFiles(data);
    if (folders > 0) toast(refusedFolders);
    if (files.length > 0) attach(session, draftKey(channelId, threadId), files);
  });

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col" {...dropping}>
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-40 flex flex-col items-center justify-center gap-2 rounded-md border-2 border-dashed border-accent bg-accent-surface text-accent-strong">
          <Paperclip aria-hidden="true" className="size-6" />
          <p className="text-lg font-semibold">Drop files to attach</p>
        </div>
      )}
    </div>
  );
}

const refusedFolders = {
  title: 'Folders can’t be attached',
  description: 'Open the folder and drop its files, or compress it into a ZIP file.',
  variant: 'destructive',
} as const;
