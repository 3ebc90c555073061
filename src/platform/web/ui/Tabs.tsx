import { clsx } from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useFadedEdges } from './useFadedEdges.ts';

/** `value`/`onValueChange` if the URL stores the tab, `defaultValue` otherwise. */
export function Tabs(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...props} />;
}

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  const { row: list, handlers, className: edges } = useFadedEdges<HTMLDivElement>();
  const centeredAt = useRef('');
  // On a phone the selected tab may be beyond the edge, or a count that comes later moves it there.
  useLayoutEffect(() => {
    const row = list.current;
    if (!row) return;
    const center = () => {
      const tab = row.querySelector<HTMLElement>('[data-state=active]');
      const place = tab && `${tab.offsetLeft} ${tab.offsetWidth}`;
      if (!tab || !place || place === centeredAt.current) return;
      centeredAt.current = place;
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    };
    center();
    const sizes = new ResizeObserver(center);
    for (const tab of row.children) sizes.observe(tab);
    return () => sizes.disconnect();
  });
  return (
    <Radix.List
      {...rest}
      {...handlers}
      ref={list}
      className={clsx(
        'relative flex gap-1 overflow-x-auto border-b border-border',
        edges,
        className,
      )}
    />
  );
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
