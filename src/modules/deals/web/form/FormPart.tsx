import type { ReactNode } from 'react';

interface Props {
  name: string;
  /** Shown beside the name, such as a remove button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled group of fields. */
export function FormPart({ name, action, children }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-border pt-4">
      <legend className="sr-only">{name}</legend>
      <div className="flex min-h-row items-center justify-between gap-4">
        <span aria-hidden="true" className="text-sm font-semibold text-text">
          {name}
        </span>
        {action}
      </div>
      {children}
    </fieldset>
  );
}
