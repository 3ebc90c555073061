import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { useChat } from '../../state/chatContext.ts';
import { draftKey } from '../../state/store/drafts.ts';
import { attach } from './attach.ts';
import { droppedFiles } from './incoming.ts';

interface Props {
  channelId: string;
  threadId?: string | null | undefined;
  children: ReactNode;
}

/** Accepts files dropped on a conversation and attaches them to its draft. */
export function DropArea({ channelId, threadId = null, children }: Props) {
  const { session } = useChat();
  const [over, setOver] = useState(false);
  // Every nested element fires its own enter and leave events.
  const depth = useRef(0);
  const carries = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  const count = (event: DragEvent, step: 1 | -1) => {
    if (!carries(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const onDrop = (event: DragEvent) => {
    if (!carries(event)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    const { files, folders } = droppedFiles(event.dataTransfer);
    if (folders > 0) toast(refusedFolders);
    if (files.length > 0) attach(session, draftKey(channelId, threadId), files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button to attach files is for the keyboard
    <div
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
      onDragEnter={(event) => count(event, 1)}
      onDragLeave={(event) => count(event, -1)}
      onDragOver={(event) => {
        if (!carries(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={onDrop}
    >
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
