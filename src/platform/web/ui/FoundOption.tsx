import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  id: string;
  /** The one Enter would select: scrolled into view. */
  current: boolean;
  /** For multiple selection: whether this one is selected. */
  chosen?: boolean;
  onPoint: () => void;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
}

/** An option of a listbox whose field keeps the focus and references the active option by id. */
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
