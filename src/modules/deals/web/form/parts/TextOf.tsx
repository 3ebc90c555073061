import { TextField, type TextFieldProps } from '../../../../../platform/web/ui/TextField.tsx';
import type { DealForm } from '../useDealForm.ts';
import type { TextName } from '../values.ts';

type Props = Omit<TextFieldProps, 'form' | 'name'> & {
  form: DealForm;
  name: TextName;
};

/** One typed line of the deal. */
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

/** An amount in dollars. */
export function AmountOf(props: Props) {
  return <TextOf inputMode="decimal" inputClassName="text-right tabular-nums" {...props} />;
}
