import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';

interface Props {
  label: string;
  children: ReactNode;
  error?: string | undefined;
  /** Absent where the choice stands. */
  onChange?: (() => void) | undefined;
}

/** What was found and chosen, with the way to choose another. */
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
            aria-label={`Change the ${label.toLowerCase()}`}
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
