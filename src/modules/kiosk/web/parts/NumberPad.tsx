import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';

interface Props {
  disabled: boolean;
  onDigit: (digit: string) => void;
  onDelete: () => void;
  onClear: () => void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The digits in the order of a telephone. */
export function NumberPad({ disabled, onDigit, onDelete, onClear }: Props) {
  const digit = (value: string) => (
    <Key key={value} label={value} disabled={disabled} onPress={() => onDigit(value)}>
      {value}
    </Key>
  );
  return (
    <fieldset aria-label="Number pad" className="grid grid-cols-3 gap-2">
      {digits.map(digit)}
      <Key label="Clear" disabled={disabled} onPress={onClear}>
        <span className="text-base font-medium">Clear</span>
      </Key>
      {digit('0')}
      <Key label="Delete the last digit" disabled={disabled} onPress={onDelete}>
        <Delete aria-hidden="true" className="size-6!" />
      </Key>
    </fieldset>
  );
}

interface KeyProps {
  label: string;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Key({ label, disabled, onPress, children }: KeyProps) {
  return (
    <Button
      aria-label={label}
      disabled={disabled}
      className="h-16! w-full px-0! text-2xl! font-medium tabular-nums"
      // The field keeps the focus, so that a keyboard still types into it.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
