import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClasses, Field, type FieldProps } from './Field.tsx';
import { Icon, type IconSource } from './icon.tsx';

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, keyof FieldProps | 'children'> {
  /** Shown inside the control, before the text. */
  icon?: IconSource | undefined;
  /** For the input itself (monospace, right-aligned figures). */
  inputClassName?: string | undefined;
}

/** A single-line text field: label above, error below; every other prop goes to the input. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, labelHidden, className, icon, inputClassName, ...input } = props;
  const field = { label, error, hint, labelHidden, className, id: input.id };
  return (
    <Field {...field} required={input.required}>
      {(control) => (
        <span className="relative block">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted [&_svg]:size-4">
              <Icon of={icon} />
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            className={clsx(
              controlClasses,
              'h-row px-3 read-only:bg-sunken read-only:text-muted',
              icon && 'pl-9',
              inputClassName,
            )}
          />
        </span>
      )}
    </Field>
  );
}
