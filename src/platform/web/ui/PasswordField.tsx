import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { controlClasses, Field, type FieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

type Props = Pick<FieldProps, 'label' | 'error' | 'hint'> & Omit<ComponentProps<'input'>, 'type'>;

/** A password field whose characters can be shown. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} required={input.required}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={clsx(controlClasses, 'h-row pr-11 pl-3')}
          />
          <IconButton
            label={shown ? 'Hide characters' : 'Show characters'}
            icon={shown ? EyeOff : Eye}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 text-muted!"
          />
        </span>
      )}
    </Field>
  );
}
