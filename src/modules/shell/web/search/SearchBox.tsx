import { Search } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useDrawn } from '../../../../platform/web/state/drawn.ts';
import { isApple } from '../../../../platform/web/ui/isApple.ts';
import { Kbd } from '../../../../platform/web/ui/Kbd.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { useStartupTask } from '../browser/useStartupTask.ts';
import { ChatSettings } from '../chat/chatModule.ts';

const Palette = lazyPart(() => import('./Palette.tsx'), { place: 'dialog' });

const searchHint = 'Platform Search';

/** Looks like the field it opens; Ctrl or ⌘ with K opens it from anywhere. */
export function SearchBox({ user }: { user: CurrentUser }) {
  const drawn = useDrawn();
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [settings, setSettings] = useState<'never' | 'open' | 'closed'>('never');
  const left = useRef<HTMLElement | null>(null);
  const typedAhead = useRef<string>(undefined);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const withControl = event.ctrlKey || event.metaKey;
      if (typedAhead.current !== undefined && event.key.length === 1 && !withControl) {
        event.preventDefault();
        typedAhead.current += event.key;
        return;
      }
      const isShortcut = event.key.toLowerCase() === 'k' && withControl;
      if (!isShortcut || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(!open);
      typedAhead.current = open ? undefined : '';
      if (open) return;
      setOpenings((count) => count + 1);
      // Text typed before the field is ready must not end up in a message.
      if (document.activeElement instanceof HTMLElement) {
        left.current = document.activeElement;
        left.current.blur();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  // Until now the page's first script has listened (`main/public/start.js`).
  useEffect(() => void window.dispatchEvent(new Event('forecourt:shortcuts')), []);

  useStartupTask(Palette.load);

  const show = () => {
    left.current = null;
    typedAhead.current = '';
    setOpen(true);
    setOpenings(openings + 1);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
        className="flex h-row w-row shrink-0 items-center justify-center gap-2 rounded-md text-base text-muted hover:bg-hover @3xl:w-64 @3xl:justify-start @3xl:border @3xl:border-border-strong @3xl:bg-surface @3xl:pr-2 @3xl:pl-3 @5xl:w-80"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only @3xl:not-sr-only @3xl:flex-1 @3xl:truncate @3xl:text-left">
          {searchHint}
        </span>
        <span aria-hidden="true" className="hidden @3xl:inline">
          <Kbd>{(drawn ?? { isApple }).isApple ? '⌘ K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      <Suspense>
        {/* Each opening starts fresh, even while the last one is still fading out. */}
        {openings > 0 && (
          <Palette
            key={openings}
            open={open}
            onOpenChange={setOpen}
            user={user}
            returnTo={left}
            typedAhead={typedAhead}
            hint={searchHint}
            openChatSettings={() => setSettings('open')}
          />
        )}
        {settings !== 'never' && (
          <ChatSettings
            userId={user.id}
            open={settings === 'open'}
            onClose={() => setSettings('closed')}
          />
        )}
      </Suspense>
    </>
  );
}
