import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Tone } from '../ui/Badge.tsx';
import { Icon, type IconSource } from '../ui/icon.tsx';
import { useFadedEdges } from '../ui/useFadedEdges.ts';

const dots: Record<Tone, string> = {
  success: 'bg-success',
  info: 'bg-info',
  warning: 'bg-warning',
  danger: 'bg-danger',
  neutral: 'bg-muted',
  accent: 'bg-accent',
};

interface Chip<Value extends string> {
  value: Value;
  label: string;
  /** Undefined while loading. */
  count?: number | undefined;
  /** Of a dot before the label; its color only repeats what the label says. */
  tone?: Tone;
  icon?: IconSource;
}

interface Props<Value extends string> {
  label: string;
  options: readonly Chip<Value>[];
  value: Value | undefined;
  /** Null: the chosen one was pressed again. */
  onChange: (value: Value | null) => void;
  /** After the chips, in the same row. */
  children?: ReactNode;
}

/** The filter that is used most, as a row of buttons with their counts; on a phone it scrolls sideways. */
export function FilterChips<Value extends string>(props: Props<Value>) {
  const { label, options, value: chosen, onChange, children } = props;
  const { row, handlers, className } = useFadedEdges<HTMLDivElement>();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div
        {...handlers}
        ref={row}
        className={clsx('-m-0.5 flex gap-2 overflow-x-auto p-0.5', className)}
      >
        {options.map(({ value, label: name, count, tone, icon }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChange(value === chosen ? null : value)}
            className={clsx(
              'flex h-row shrink-0 cursor-default items-center gap-2 rounded-md border border-border px-3 text-sm',
              'hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-surface aria-pressed:text-accent-strong',
            )}
          >
            {tone && (
              <span aria-hidden="true" className={clsx('size-2 rounded-full', dots[tone])} />
            )}
            {icon && <Icon of={icon} className="size-4 text-muted" />}
            {name}
            {count !== undefined && (
              <span className="font-medium tabular-nums">{count.toLocaleString('en-US')}</span>
            )}
          </button>
        ))}
        {children}
      </div>
    </fieldset>
  );
}
