import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';

/** An amount in dollars. */
export const AmountField = (props: TextFieldProps) => (
  <TextField
    autoComplete="off"
    inputMode="decimal"
    inputClassName="text-right tabular-nums"
    {...props}
  />
);
