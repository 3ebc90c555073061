import { Fragment, type ReactNode, useState } from 'react';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';

const step = 60;

interface Props<T> {
  label: string;
  items: readonly T[];
  children: (item: T, at: number) => ReactNode;
}

/** Thousands of rows, rendered as one scrolls. */
export function Walked<T>({ label, items, children }: Props<T>) {
  const [count, setCount] = useState(step);
  return (
    <>
      <ul aria-label={label} className="divide-y divide-border">
        {items.slice(0, count).map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows carry keys of their own
          <Fragment key={at}>{children(item, at)}</Fragment>
        ))}
      </ul>
      {items.length > count && <LoadMore pending={false} onMore={() => setCount(count + step)} />}
    </>
  );
}
