import { clsx } from 'clsx';
import { type CSSProperties, type KeyboardEvent, Suspense, useState } from 'react';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { useStartupTask } from '../browser/useStartupTask.ts';
import { loadChat } from './chatModule.ts';
import { useChatOpen, useChatWidth } from './chatState.ts';

const loadContents = async () => {
  const [contents] = await Promise.all([import('./ChatContents.tsx'), loadChat()]);
  return contents;
};
const ChatContents = lazyPart(loadContents, { place: 'panel', className: 'h-full' });

/** The chat beside the page, which makes room for it; on a phone it covers the page. */
export function ChatFrame({ home }: { home: boolean }) {
  const [open, setOpen] = useChatOpen();
  const [slides, setSlides] = useState(!open);
  useStartupTask(ChatContents.load);
  if (!open && !slides) setSlides(true);
  if (!open) return null;

  const close = () => {
    setOpen(false);
    document.getElementById('chat-toggle')?.focus();
  };
  return <OpenChat home={home} slides={slides} onClose={close} />;
}

interface Props {
  home: boolean;
  /** Animates in, except when it was open from the start. */
  slides: boolean;
  onClose: () => void;
}

function OpenChat({ home, slides, onClose }: Props) {
  const [width, setWidth] = useChatWidth(home ? 'home' : 'shell');
  const [dragging, setDragging] = useState(false);

  // A menu or dialog above uses Escape itself and calls preventDefault.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside
      aria-label="Chat"
      onKeyDown={onKeyDown}
      style={{ '--chat-width': `${width}px` } as CSSProperties}
      className={clsx(
        'fixed inset-0 z-30 overflow-hidden bg-surface md:left-auto md:w-(--chat-width) md:max-w-[calc(100vw-56px)] md:border-l md:border-border md:shadow-float',
        'lg:relative lg:max-w-[calc(100vw-38rem)] lg:shrink-0 lg:shadow-none',
        !dragging && 'transition-[width] duration-180',
        slides && 'md:starting:w-0',
      )}
    >
      <Suspense>
        <ChatContents width={width} onResize={setWidth} onDrag={setDragging} onClose={onClose} />
      </Suspense>
    </aside>
  );
}
