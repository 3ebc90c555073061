import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';

interface Props {
  label: string;
  children: ReactNode;
  error?: string | undefined;
  /** Absent if the choice is final. */
  onChange?: (() => void) | undefined;
}

/** The selected record, with a button to change it. */
export function ChosenOne({ label, children, error, onChange }: Props) {
  const errorId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-text">{label}</span>
      <span className="flex min-h-row items-center justify-between gap-3 rounded-md border border-border px-3 py-1">
        <span className="min-w-0">{children}</span>
        {onChange && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Change ${label.toLowerCase()}`}
            aria-describedby={error ? errorId : undefined}
            data-wrong={error ? true : undefined}
            onClick={onChange}
          >
            Change
          </Button>
        )}
      </span>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
