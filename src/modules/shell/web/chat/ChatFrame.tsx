import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { useDrawn } from '../../../../platform/web/state/drawn.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useStartupTask } from '../browser/useStartupTask.ts';
import { loadChat } from './chatModule.ts';
import { useChatOpen, useChatWidth } from './chatState.ts';
import { DrawnConversation } from './DrawnConversation.tsx';

let isLoaded = false;

const loadContents = async () => {
  const panel = import('../../../chat/web/public.ts').then((chat) => chat.loadPanel());
  const [contents] = await Promise.all([import('./ChatContents.tsx'), loadChat(), panel]);
  isLoaded = true;
  return contents;
};
export const ChatContents = lazyPart(loadContents, { place: 'panel', className: 'h-full' });

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

/** Later than this the chat shows something else, such as an error. */
const drawnAtMostMs = 5_000;

interface Props {
  home: boolean;
  /** Animates in, except when it was open from the start. */
  slides: boolean;
  onClose: () => void;
}

function OpenChat({ home, slides, onClose }: Props) {
  const [width, setWidth] = useChatWidth(home ? 'home' : 'shell');
  const [dragging, setDragging] = useState(false);
  const drawn = useDrawn();
  const [isDrawn, setDrawn] = useState(Boolean(drawn?.conversation));
  // After a placeholder of `Suspense`, React waits up to 300 ms before it shows what comes next.
  const [arrived, setArrived] = useState(isLoaded && drawn === undefined);
  useEffect(() => {
    void ChatContents.load().then(() => {
      setArrived(true);
      // It then says that it could not be loaded.
      if (!isLoaded) setDrawn(false);
    });
  }, []);
  useEffect(() => {
    if (!arrived || !isDrawn) return;
    const timer = setTimeout(() => setDrawn(false), drawnAtMostMs);
    return () => clearTimeout(timer);
  }, [arrived, isDrawn]);

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
      {arrived ? (
        <div className={clsx('h-full', isDrawn && 'invisible')}>
          <Suspense>
            <ChatContents
              width={width}
              onResize={setWidth}
              onDrag={setDragging}
              onClose={onClose}
              onShown={() => setDrawn(false)}
            />
          </Suspense>
        </div>
      ) : (
        !isDrawn && <Opening onClose={onClose} />
      )}
      {isDrawn && (
        <>
          <DrawnConversation />
          <div className="absolute top-0 right-2 flex h-14 items-center border-b border-transparent">
            <IconButton label="Close chat" icon={X} onClick={onClose} className="bg-surface" />
          </div>
        </>
      )}
    </aside>
  );
}

/** Can be closed while its code loads. */
function Opening({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <div className="flex h-14 items-center justify-between gap-3 border-b border-border px-4">
      <Skeleton className="h-4 w-36" />
      <IconButton label="Close chat" icon={X} onClick={onClose} />
    </div>
  );
}
