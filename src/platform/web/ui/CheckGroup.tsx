import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Checkbox } from './Checkbox.tsx';

export interface CheckOption {
  value: string;
  label: string;
  hint?: ReactNode;
  /** Why it is disabled; shown in place of the hint. */
  locked?: string | undefined;
}

export interface CheckGroupProps {
  label: ReactNode;
  /** Beside the label: a control for all of them. */
  note?: ReactNode;
  error?: string | undefined;
  options: readonly CheckOption[];
  isChecked: (value: string) => boolean;
  onToggle: (value: string) => void;
  disabled?: boolean | undefined;
  columns?: 1 | 2 | undefined;
  className?: string | undefined;
}

/** A group of checkboxes. */
export function CheckGroup(props: CheckGroupProps) {
  const { label, note, error, options, isChecked, onToggle, disabled, columns = 2 } = props;
  const errorId = useId();
  return (
    <fieldset
      className={clsx('min-w-0', props.className)}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="flex w-full items-baseline justify-between gap-3 pb-1.5">
        <span className="text-sm font-medium text-text">{label}</span>
        {note && <span className="text-xs text-muted">{note}</span>}
      </legend>
      <div className={clsx('grid gap-x-4 gap-y-1', columns === 2 && 'sm:grid-cols-2')}>
        {options.map(({ value, label: name, hint, locked }) => (
          <Checkbox
            key={value}
            label={name}
            hint={locked ?? hint}
            checked={isChecked(value)}
            disabled={disabled || Boolean(locked)}
            onCheckedChange={() => onToggle(value)}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 pt-1.5 text-xs text-danger">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
