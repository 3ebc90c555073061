import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Kbd } from '../../../../platform/web/ui/Kbd.tsx';
import type { CurrentUser } from '../../../access/contract.ts';

const loadPalette = () => import('./Palette.tsx');
const Palette = lazy(loadPalette);

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const searchHint = 'Search pages and people';

/** Looks like the field it opens; Ctrl or ⌘ with K opens it from anywhere. */
export function SearchBox({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!asked || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setWanted(true);
      setOpen((was) => !was);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
        onPointerEnter={() => void loadPalette()}
        className="flex h-row w-row shrink-0 items-center justify-center gap-2 rounded-md text-base text-muted hover:bg-hover @3xl:w-64 @3xl:justify-start @3xl:border @3xl:border-border-strong @3xl:bg-surface @3xl:pr-2 @3xl:pl-3 @5xl:w-80"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only @3xl:not-sr-only @3xl:flex-1 @3xl:truncate @3xl:text-left">
          {searchHint}
        </span>
        <span aria-hidden="true" className="hidden @3xl:inline">
          <Kbd>{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      <Suspense>{wanted && <Palette user={user} open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
