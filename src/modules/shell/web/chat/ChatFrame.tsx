import { clsx } from 'clsx';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { ChatPanel } from '../../../chat/web/public.ts';
import { useChatOpen, useChatWidth } from './chatState.ts';
import { ResizeHandle } from './ResizeHandle.tsx';

/** The chat beside the page, which makes room for it; over everything on the phone. */
export default function ChatFrame({ home }: { home: boolean }) {
  const [, setOpen] = useChatOpen();
  const [width, setWidth] = useChatWidth(home ? 'home' : 'shell');
  const [dragging, setDragging] = useState(false);

  const close = () => {
    setOpen(false);
    document.getElementById('chat-toggle')?.focus();
  };
  // A menu or dialog above has its own use for Escape, and says so.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <aside
      aria-label="Chat"
      onKeyDown={onKeyDown}
      style={{ '--chat-width': `${width}px` } as CSSProperties}
      className={clsx(
        'fixed inset-0 z-30 overflow-hidden bg-surface md:left-auto md:w-(--chat-width) md:max-w-[calc(100vw-56px)] md:border-l md:border-border md:shadow-float',
        'lg:relative lg:max-w-[calc(100vw-38rem)] lg:shrink-0 lg:shadow-none',
        !dragging && 'transition-[width] duration-180 md:starting:w-0',
      )}
    >
      <ResizeHandle width={width} onResize={setWidth} onDrag={setDragging} />
      <div className="h-full md:w-(--chat-width) md:max-w-full">
        <ChatPanel onClose={close} />
      </div>
    </aside>
  );
}
