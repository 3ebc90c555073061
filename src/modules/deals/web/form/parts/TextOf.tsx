import { TextField, type TextFieldProps } from '../../../../../platform/web/ui/TextField.tsx';
import type { DealForm } from '../useDealForm.ts';
import type { TextName } from '../values.ts';

type Props = Omit<TextFieldProps, 'form' | 'name'> & {
  form: DealForm;
  name: TextName;
};

/** A text field of the deal form. */
export function TextOf({ form, name, ...rest }: Props) {
  return (
    <TextField
      autoComplete="off"
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(event) => form.change({ [name]: event.target.value })}
      {...rest}
    />
  );
}

/** A text field for an amount in dollars. */
export function AmountOf(props: Props) {
  return <TextOf inputMode="decimal" inputClassName="text-right tabular-nums" {...props} />;
}
