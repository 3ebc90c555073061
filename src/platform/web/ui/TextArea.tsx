import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClasses, Field, type FieldProps } from './Field.tsx';

export interface TextAreaProps
  extends FieldProps,
    Omit<ComponentProps<'textarea'>, keyof FieldProps | 'children'> {
  inputClassName?: string | undefined;
}

/** A multi-line text field; grows with its content from `rows` to half the window. */
export function TextArea(props: TextAreaProps) {
  const { label, error, hint, labelHidden, className, inputClassName, rows = 3, ...input } = props;
  const field = { label, error, hint, labelHidden, className, id: input.id };
  return (
    <Field {...field} required={input.required}>
      {(control) => (
        <textarea
          {...input}
          {...control}
          rows={rows}
          style={{ minHeight: `calc(${rows}lh + 18px)`, ...input.style }}
          className={clsx(
            controlClasses,
            'field-sizing-content max-h-[50dvh] resize-y px-3 py-2',
            'read-only:bg-sunken read-only:text-muted',
            inputClassName,
          )}
        />
      )}
    </Field>
  );
}
