import { useRef } from 'react';
import { ChatPanel } from '../../../chat/web/public.ts';
import { ResizeHandle, type ResizeHandleProps } from './ResizeHandle.tsx';
import { useLeaving } from './useLeaving.ts';

interface Props extends ResizeHandleProps {
  onClose: () => void;
}

/** The contents of the chat panel, loaded separately from its frame. */
export default function ChatContents({ onClose, ...handle }: Props) {
  const inside = useRef<HTMLDivElement>(null);
  const onKeyDown = useLeaving(inside, onClose);
  return (
    <>
      <ResizeHandle {...handle} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut; every pane has a button that closes it */}
      <div ref={inside} onKeyDown={onKeyDown} className="h-full md:w-(--chat-width) md:max-w-full">
        <ChatPanel onClose={onClose} />
      </div>
    </>
  );
}
