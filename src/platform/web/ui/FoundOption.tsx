import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  id: string;
  /** The one Enter would choose: it is kept in view. */
  current: boolean;
  /** Where several may be chosen: whether this one is. */
  chosen?: boolean;
  onPoint: () => void;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
}

/** One row of a listbox below a field that keeps the keyboard and names the current row by its id. */
export function FoundOption(props: Props) {
  const { id, current, chosen = current, onPoint, onChoose, className, children } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={clsx(
        'flex cursor-default gap-3 rounded-md text-base text-text',
        current && 'bg-hover',
        className,
      )}
    >
      {children}
    </div>
  );
}
