import { clsx } from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react';

/** `value`/`onValueChange` if the URL stores the tab, `defaultValue` otherwise. */
export function Tabs(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...props} />;
}

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  const list = useRef<HTMLDivElement>(null);
  const centered = useRef<Element | null>(null);
  // On a phone the selected tab may be beyond the edge.
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (!list.current || !tab || tab === centered.current) return;
    centered.current = tab;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  });
  // After every render: other tabs may have come, or counts in them.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => markHidden(element));
    for (const measured of [element, ...element.children]) sizes.observe(measured);
    return () => sizes.disconnect();
  });
  return (
    <Radix.List
      {...rest}
      ref={list}
      onScroll={({ currentTarget }) => markHidden(currentTarget)}
      className={clsx(
        'relative flex scroll-px-12 gap-1 overflow-x-auto border-b border-border',
        'data-before:mask-l-from-[calc(100%-3rem)] data-after:mask-r-from-[calc(100%-3rem)]',
        className,
      )}
    />
  );
}

/** Fades the edge beyond which there are more tabs. */
function markHidden(list: HTMLElement): void {
  const beyond = list.scrollWidth - list.clientWidth - list.scrollLeft;
  list.toggleAttribute('data-before', list.scrollLeft > 1);
  list.toggleAttribute('data-after', beyond > 1);
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...rest}
      className={clsx(
        '-mb-px flex h-row shrink-0 items-center gap-2 border-b-2 border-transparent px-2 text-base',
        'font-medium text-muted transition-colors hover:text-text',
        'data-[state=active]:border-accent data-[state=active]:text-text',
        'disabled:opacity-50 focus-visible:-outline-offset-2',
        className,
      )}
    />
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...rest} className={clsx('pt-4', className)} />;
}
