import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { controlClasses } from '../../../../platform/web/ui/Field.tsx';
import { BigButton } from '../parts/BigButton.tsx';
import { NumberPad } from '../parts/NumberPad.tsx';

interface Props {
  title: string;
  label: string;
  verb: string;
  /** Not shown while it is typed. */
  isSecret?: boolean;
  /** Letters are possible, too: then the tablet's own keyboard can be opened. */
  hasLetters?: boolean;
  maxLength: number;
  value: string;
  error: string | undefined;
  /** Why nothing can be entered now. */
  disabled: boolean;
  pending?: boolean;
  onChange: (value: string) => void;
  onSubmit: () => void;
  onCancel?: () => void;
}

/** Digits, by the pad or a keyboard; the tablet's own keyboard stays closed unless letters are needed. */
export function Entry(props: Props) {
  const { title, label, verb, isSecret = false, hasLetters = false, maxLength } = props;
  const { value, error, disabled } = props;
  const { pending, onChange, onSubmit, onCancel } = props;
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (!disabled) field.current?.focus();
  }, [disabled]);
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    if (!isTyping) return;
    // The keyboard opens for a field that gets the focus.
    field.current?.blur();
    field.current?.focus();
  }, [isTyping]);
  const set = (next: string) => {
    const kept = hasLetters
      ? next.toUpperCase().replace(/[^A-Z0-9-]/g, '')
      : next.replace(/\D/g, '');
    if (!pending) onChange(kept.slice(0, maxLength));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && !disabled) onSubmit();
  };
  return (
    <form noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={submit}>
      <h1 className="text-2xl font-semibold">{title}</h1>
      <div>
        <label htmlFor={id} className="block pb-1.5 text-base font-medium">
          {label}
        </label>
        <input
          ref={field}
          id={id}
          name={id}
          type={isSecret ? 'password' : 'text'}
          inputMode={isTyping ? 'text' : 'none'}
          // A browser neither offers to save a one-time code nor fills it in for the next person.
          autoComplete={isSecret ? 'one-time-code' : 'off'}
          autoCorrect="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          value={value}
          disabled={disabled}
          readOnly={pending}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => set(event.target.value)}
          className={clsx(
            controlClasses,
            'h-16 px-4 text-center text-2xl! font-medium tabular-nums',
            isSecret && value && 'tracking-[0.4em]',
          )}
        />
        {/* Always there, so that screen readers announce what appears in it, and the pad does not move. */}
        <p
          id={`${id}-error`}
          role="alert"
          className="flex min-h-12 items-start gap-1.5 pt-1.5 text-base text-danger"
        >
          {error && (
            <>
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              {error}
            </>
          )}
        </p>
      </div>
      <NumberPad
        disabled={disabled}
        onDigit={(digit) => set(value + digit)}
        onDelete={() => set(value.slice(0, -1))}
        onClear={() => set('')}
      />
      <BigButton type="submit" variant="primary" disabled={disabled} pending={pending}>
        {verb}
      </BigButton>
      {hasLetters && (
        <Button
          variant="ghost"
          className="h-14! w-full text-base!"
          disabled={disabled}
          onClick={() => setTyping(true)}
        >
          My number has letters
        </Button>
      )}
      {onCancel && (
        <Button variant="ghost" className="h-14! w-full text-lg!" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  );
}
