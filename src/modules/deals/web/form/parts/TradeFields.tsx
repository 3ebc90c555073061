import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import type { Choices } from '../../../contract.ts';
import type { DealForm } from '../useDealForm.ts';
import { emptyTrade, type TradeValues } from '../values.ts';
import { FormPart } from './FormPart.tsx';

interface Props {
  form: DealForm;
  choices: Choices;
}

/** The trade-in, its allowance and its payoff. */
export function TradeFields({ form, choices }: Props) {
  const { trade } = form.values;
  if (!trade) {
    return (
      <Button className="self-start" onClick={() => form.change({ trade: emptyTrade() })}>
        <Plus aria-hidden="true" />
        Add trade-in
      </Button>
    );
  }
  const props = (name: keyof TradeValues, label: string) => ({
    label,
    value: trade[name],
    error: form.errors[`trade.${name}`],
    onChange: (event: { target: { value: string } }) =>
      form.setTrade({ [name]: event.target.value }),
    autoComplete: 'off',
  });
  const amount = (name: keyof TradeValues, label: string) => (
    <TextField
      {...props(name, label)}
      inputMode="decimal"
      inputClassName="text-right tabular-nums"
    />
  );
  return (
    <FormPart
      name="Trade-in"
      action={
        <IconButton
          icon={Trash2}
          label="Remove trade-in"
          onClick={() => form.change({ trade: null })}
        />
      }
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TextField
          {...props('vehicle', 'Vehicle')}
          required
          className="col-span-2 sm:col-span-3"
          maxLength={200}
          placeholder="Year, make and model"
        />
        <TextField
          {...props('vin', 'VIN')}
          className="col-span-2"
          maxLength={17}
          inputClassName="font-mono uppercase"
        />
        <TextField {...props('miles', 'Miles')} inputMode="numeric" />
        {amount('allowance', 'Allowance, $')}
        {amount('payoff', 'Payoff, $')}
        {choices.may.seeCost && amount('acv', 'ACV, $')}
      </div>
    </FormPart>
  );
}
