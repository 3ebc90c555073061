import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { methodNames, methods } from '../../contract/deal.ts';
import type { Choices } from '../../contract.ts';
import { AmountField } from './AmountField.tsx';
import { FormPart } from './FormPart.tsx';
import { type DealForm, emptyTrade } from './values.ts';

interface FormProps {
  form: DealForm;
}

interface Props extends FormProps {
  choices: Choices;
}

/** The amounts the buyer pays. */
export function MoneyFields({ form }: FormProps) {
  return (
    <FormPart name="Price">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <AmountField {...form.field('price')} label="Price, $" />
        <AmountField {...form.field('fees')} label="Fees, $" />
        <AmountField {...form.field('tax')} label="Tax, $" />
        <AmountField {...form.field('rebate')} label="Rebate, $" />
        <AmountField {...form.field('down')} label="Down payment, $" />
      </div>
    </FormPart>
  );
}

/** The trade-in, its allowance and its payoff. */
export function TradeFields({ form, choices }: Props) {
  if (!form.values.trade) {
    return (
      <Button className="self-start" onClick={() => form.set('trade', emptyTrade())}>
        <Plus aria-hidden="true" />
        Add trade-in
      </Button>
    );
  }
  return (
    <FormPart
      name="Trade-in"
      action={
        <IconButton icon={Trash2} label="Remove trade-in" onClick={() => form.set('trade', null)} />
      }
    >
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TextField
          {...form.field('trade.vehicle')}
          label="Vehicle"
          required
          className="col-span-2 sm:col-span-3"
          autoComplete="off"
          maxLength={200}
          placeholder="Year, make and model"
        />
        <TextField
          {...form.field('trade.vin')}
          label="VIN"
          className="col-span-2"
          autoComplete="off"
          maxLength={17}
          inputClassName="font-mono uppercase"
        />
        <TextField
          {...form.field('trade.miles')}
          label="Miles"
          autoComplete="off"
          inputMode="numeric"
        />
        <AmountField {...form.field('trade.allowance')} label="Allowance, $" />
        <AmountField {...form.field('trade.payoff')} label="Payoff, $" />
        {choices.may.seeCost && <AmountField {...form.field('trade.acv')} label="ACV, $" />}
      </div>
    </FormPart>
  );
}

/** Payment method and financing. */
export function CreditFields({ form }: FormProps) {
  return (
    <FormPart name="Payment">
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...form.field('method')}
          label="Payment method"
          options={methods.map((value) => ({ value, label: methodNames[value] }))}
        />
        {form.values.method !== 'cash' && (
          <>
            <TextField
              {...form.field('lender')}
              label="Lender"
              autoComplete="off"
              maxLength={100}
            />
            <TextField
              {...form.field('rate')}
              label="Annual rate, %"
              autoComplete="off"
              inputMode="decimal"
            />
            <TextField
              {...form.field('termMonths')}
              label="Term, months"
              autoComplete="off"
              inputMode="numeric"
            />
          </>
        )}
      </div>
    </FormPart>
  );
}

/** Costs and finance reserve; only with access to costs. */
export function CostFields({ form, choices }: Props) {
  if (!choices.may.seeCost) return null;
  return (
    <FormPart name="Cost">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <AmountField {...form.field('cost')} label="Cost, $" />
        <AmountField {...form.field('recon')} label="Reconditioning, $" />
        <AmountField {...form.field('pack')} label="Pack, $" />
        <AmountField {...form.field('reserve')} label="Reserve, $" />
      </div>
    </FormPart>
  );
}
