import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import type { LeadFormState } from './useLeadForm.ts';
import type { TradeValues } from './values.ts';

/** The trade-in; all fields are empty if there is none. */
export function TradeFields({ form }: { form: LeadFormState }) {
  const field = (name: keyof TradeValues, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={60}
      value={form.values.trade[name]}
      error={form.errors[`trade.${name}`]}
      onChange={(event) => form.setTrade({ [name]: event.target.value })}
      {...more}
    />
  );
  return (
    <fieldset className="flex flex-col gap-4 border-t border-border pt-4">
      <legend className="sr-only">Trade-in</legend>
      <span aria-hidden="true" className="text-sm font-semibold text-text">
        Trade-in
      </span>
      <div className="grid grid-cols-2 gap-4">
        {field('year', 'Year', { inputMode: 'numeric', maxLength: 4 })}
        {field('make', 'Make')}
        {field('model', 'Model')}
        {field('trim', 'Trim')}
        {field('miles', 'Miles', { inputMode: 'numeric', maxLength: 9 })}
        {field('vin', 'VIN', { maxLength: 17, inputClassName: 'font-mono uppercase' })}
      </div>
    </fieldset>
  );
}
