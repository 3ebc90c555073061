import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { ChatPanel, closeThread, useEarlyShown } from '../../../chat/web/public.ts';
import { ResizeHandle, type ResizeHandleProps } from './ResizeHandle.tsx';

interface Props extends ResizeHandleProps {
  onClose: () => void;
  /** What the server has drawn in its place is no longer needed. */
  onShown: () => void;
}

/** The contents of the chat panel, loaded separately from its frame. */
export default function ChatContents({ onClose, onShown, ...handle }: Props) {
  const inside = useRef<HTMLDivElement>(null);
  const onKeyDown = useLeaving(inside, onClose);
  const isShown = useEarlyShown();
  const latest = useRef(onShown);
  latest.current = onShown;
  useLayoutEffect(() => {
    if (isShown) latest.current();
  }, [isShown]);
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

/**
 * The first Escape closes a thread, the next one the chat. Returns the key handler for keys pressed inside; when
 * Escape has blurred a field, the focus is on the body, and the next Escape still closes the chat.
 */
function useLeaving(inside: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    let wasInside = false;
    const onFocus = ({ target }: FocusEvent) => {
      wasInside = target instanceof Node && inside.current?.contains(target) === true;
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.target !== document.body)
        return;
      if (wasInside && !closeThread()) close.current();
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, [inside]);

  return (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && closeThread()) event.preventDefault();
  };
}
