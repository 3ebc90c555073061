import type { Choices } from '../../../contract.ts';
import type { DealForm } from '../useDealForm.ts';
import { FormPart } from './FormPart.tsx';
import { AmountOf } from './TextOf.tsx';

const grid = 'grid grid-cols-2 gap-4 sm:grid-cols-3';

/** The amounts the buyer pays. */
export function MoneyFields({ form }: { form: DealForm }) {
  return (
    <FormPart name="Price">
      <div className={grid}>
        <AmountOf form={form} name="price" label="Price, $" />
        <AmountOf form={form} name="fees" label="Fees, $" />
        <AmountOf form={form} name="tax" label="Tax, $" />
        <AmountOf form={form} name="rebate" label="Rebate, $" />
        <AmountOf form={form} name="down" label="Down payment, $" />
      </div>
    </FormPart>
  );
}

/** Costs and finance reserve; only with access to costs. */
export function CostFields({ form, choices }: { form: DealForm; choices: Choices }) {
  if (!choices.may.seeCost) return null;
  return (
    <FormPart name="Cost">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <AmountOf form={form} name="cost" label="Cost, $" />
        <AmountOf form={form} name="recon" label="Reconditioning, $" />
        <AmountOf form={form} name="pack" label="Pack, $" />
        <AmountOf form={form} name="reserve" label="Reserve, $" />
      </div>
    </FormPart>
  );
}
