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

/** The car the buyer gives for it, what is credited and what is still owed on it. */
export function TradeFields({ form, choices }: Props) {
  const { trade } = form.values;
  if (!trade) {
    return (
      <Button className="self-start" onClick={() => form.change({ trade: emptyTrade() })}>
        <Plus aria-hidden="true" />
        Add a trade
      </Button>
    );
  }
  const given = (name: keyof TradeValues, label: string) => ({
    label,
    value: trade[name],
    error: form.errors[`trade.${name}`],
    onChange: (event: { target: { value: string } }) =>
      form.setTrade({ [name]: event.target.value }),
    autoComplete: 'off',
  });
  const amount = (name: keyof TradeValues, label: string) => (
    <TextField
      {...given(name, label)}
      inputMode="decimal"
      inputClassName="text-right tabular-nums"
    />
  );
  return (
    <FormPart
      name="Trade"
      action={
        <IconButton
          icon={Trash2}
          label="Remove the trade"
          onClick={() => form.change({ trade: null })}
        />
      }
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TextField
          {...given('vehicle', 'Car')}
          required
          className="col-span-2 sm:col-span-3"
          maxLength={200}
          placeholder="Year, make and model"
        />
        <TextField
          {...given('vin', 'VIN')}
          className="col-span-2"
          maxLength={17}
          inputClassName="font-mono uppercase"
        />
        <TextField {...given('miles', 'Miles')} inputMode="numeric" />
        {amount('allowance', 'Allowance, $')}
        {amount('payoff', 'Payoff, $')}
        {choices.may.seeCost && amount('acv', 'Worth (ACV), $')}
      </div>
    </FormPart>
  );
}
