import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { createStore } from '../../state/createStore.ts';
import { buttonClasses } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../Menu.tsx';
import { DrawnPageHeader } from './DrawnPageHeader.tsx';
import { setPageTitle } from './documentTitle.ts';

/**
 * The element of the layout that shows the page's title. No context: if one changed, a page drawn by the server would be
 * hydrated at once instead of in small steps.
 */
const slot = createStore<HTMLElement | null>(null);
/** Whether a page shows its title there. */
const taken = createStore(false);
const onServer = { slot: () => null, taken: () => false };

/** Shows the page's title; until a page does so itself, what the server has drawn. */
export function PageHeaderSlot({ className }: { className: string }) {
  const isTaken = useSyncExternalStore(taken.watch, taken.get, onServer.taken);
  return (
    <div ref={slot.set} className={className}>
      {!isTaken && <DrawnPageHeader />}
    </div>
  );
}

const Collector = createContext<((content: ReactNode) => void) | null>(null);

/** On the server, which draws the header before the page: receives what the page shows there. */
export const PageHeaderCollector = Collector.Provider;

/** Sets the document title; the product name comes last. */
export function usePageTitle(title: string): void {
  useEffect(() => setPageTitle(title), [title]);
}

/** A related page. */
export interface Neighbor {
  href: string;
  label: string;
}

interface Props {
  title: string;
  subtitle?: string | undefined;
  neighbors?: readonly Neighbor[] | undefined;
  /** Page controls beside its title. */
  actions?: ReactNode;
}

/** The page's title, shown in the header of the layout. */
export function PageHeader({ title, subtitle, neighbors = [], actions }: Props) {
  const element = useSyncExternalStore(slot.watch, slot.get, onServer.slot);
  const collect = use(Collector);
  usePageTitle(title);
  useLayoutEffect(() => {
    if (element && !taken.get()) taken.set(true);
  }, [element]);
  const content = (
    <>
      <div className="min-w-0">
        <h1 className="text-base/5 font-semibold text-text max-sm:line-clamp-2 sm:truncate">
          {title}
        </h1>
        {subtitle && <p className="truncate text-xs/4 text-muted max-sm:hidden">{subtitle}</p>}
      </div>
      {neighbors.length > 0 && <Neighbors neighbors={neighbors} />}
      {actions}
    </>
  );
  collect?.(content);
  return element && createPortal(content, element);
}

/** Links if the header has room for them beside the title, otherwise a menu. */
function Neighbors({ neighbors }: { neighbors: readonly Neighbor[] }) {
  const { links, menu } = neighbors.length > 3 ? room.many : room.few;
  return (
    <>
      <nav aria-label="Related pages" className={clsx('flex shrink-0 gap-2', links)}>
        {neighbors.map(({ href, label }) => (
          <Link key={href} href={href} className={buttonClasses({ size: 'sm' })}>
            {label}
          </Link>
        ))}
      </nav>
      <span className={clsx('shrink-0', menu)}>
        <Menu>
          <MenuTrigger asChild>
            <IconButton icon={Ellipsis} label="Related pages" />
          </MenuTrigger>
          <MenuContent align="end">
            {neighbors.map(({ href, label }) => (
              <MenuItem key={href} asChild>
                <Link href={href}>{label}</Link>
              </MenuItem>
            ))}
          </MenuContent>
        </Menu>
      </span>
    </>
  );
}

const room = {
  few: { links: '@max-5xl:hidden', menu: '@5xl:hidden' },
  many: { links: '@max-6xl:hidden', menu: '@6xl:hidden' },
};
