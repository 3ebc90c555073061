import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface FieldProps {
  label: ReactNode;
  /** The error message; shown under the control and read out with it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Keeps the label for assistive technology only (a search box beside its icon). */
  labelHidden?: boolean | undefined;
  /** For layout, on the whole field. */
  className?: string | undefined;
}

export interface ControlWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export const controlClasses = clsx(
  'w-full rounded-md border border-border-strong bg-surface text-text text-input transition-colors',
  'placeholder:text-muted hover:border-muted aria-invalid:border-danger',
  'text-ellipsis focus-visible:outline-offset-0',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
);

interface Props extends FieldProps {
  id?: string | undefined;
  required?: boolean | undefined;
  children: (control: ControlWiring) => ReactNode;
}

/** A control with its label above and its error below, associated for assistive technology. */
export function Field(props: Props) {
  const { label, error, hint, labelHidden, className, required, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const name = (
    <label htmlFor={id} className="text-sm font-medium text-text">
      {label}
      {required && (
        <span aria-hidden="true" className="text-muted">
          {' *'}
        </span>
      )}
    </label>
  );

  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      {labelHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
