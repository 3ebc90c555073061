import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClasses, Field, type FieldProps } from './Field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean | undefined;
}

export interface SelectFieldProps
  extends FieldProps,
    Omit<ComponentProps<'select'>, keyof FieldProps | 'children'> {
  options: readonly SelectOption[];
  /** An empty first option, such as "Choose a store". */
  placeholder?: string | undefined;
}

/** A select with the native picker: the best there is on a phone. */
export function SelectField(props: SelectFieldProps) {
  const { label, error, hint, labelHidden, className, options, placeholder, ...select } = props;
  const field = { label, error, hint, labelHidden, className, id: select.id };
  return (
    <Field {...field} required={select.required}>
      {(control) => (
        <span className="relative block">
          <select
            {...select}
            {...control}
            className={clsx(controlClasses, 'h-row appearance-none truncate pr-9 pl-3')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
  );
}
