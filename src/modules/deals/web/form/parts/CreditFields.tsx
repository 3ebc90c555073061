import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { methodNames, methods } from '../../../contract/deal.ts';
import type { DealForm } from '../useDealForm.ts';
import type { Values } from '../values.ts';
import { FormPart } from './FormPart.tsx';
import { TextOf } from './TextOf.tsx';

/** Payment method and financing. */
export function CreditFields({ form }: { form: DealForm }) {
  const { values, errors, change } = form;
  return (
    <FormPart name="Payment">
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="Payment method"
          options={methods.map((value) => ({ value, label: methodNames[value] }))}
          value={values.method}
          error={errors.method}
          onChange={(event) => change({ method: event.target.value as Values['method'] })}
        />
        {values.method !== 'cash' && (
          <>
            <TextOf form={form} name="lender" label="Lender" maxLength={100} />
            <TextOf form={form} name="rate" label="Annual rate, %" inputMode="decimal" />
            <TextOf form={form} name="termMonths" label="Term, months" inputMode="numeric" />
          </>
        )}
      </div>
    </FormPart>
  );
}
