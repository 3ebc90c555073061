import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { sourceNames } from '../../contract/fields.ts';
import { conditionNames } from '../../contract/status.ts';
import type { VehicleForm } from './useVehicleForm.ts';
import type { FieldName } from './values.ts';

interface Props {
  form: VehicleForm;
  stores: readonly Store[];
  seesMoney: boolean;
}

const toOptions = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

type TextName = Exclude<FieldName, 'store' | 'condition' | 'acquiredFrom' | 'status' | 'tradedFor'>;

/** All facts except the VIN, in the order of the vehicle and its papers. */
export function VehicleFields({ form, stores, seesMoney }: Props) {
  const { values, errors, set } = form;
  const text = (name: TextName, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      {...props}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  const dollars = { inputMode: 'decimal', inputClassName: 'tabular-nums' } as const;
  const hadPrice = form.base.listCents !== '';
  return (
    <>
      <Group label="Vehicle">
        {text('year', 'Model year', { required: true, inputMode: 'numeric', maxLength: 4 })}
        {text('make', 'Make', { required: true, maxLength: 40 })}
        {text('model', 'Model', { required: true, maxLength: 60 })}
        {text('trim', 'Trim', { maxLength: 60 })}
        {text('body', 'Body', { maxLength: 40 })}
        {text('mileage', 'Miles', { required: true, inputMode: 'numeric' })}
        {text('exterior', 'Exterior color', { maxLength: 40 })}
        {text('interior', 'Interior color', { maxLength: 40 })}
      </Group>
      <Group label="Stock">
        <SelectField
          label="Store"
          required
          placeholder="Choose a store"
          options={stores.map((value) => ({ value, label: storeNames[value] }))}
          value={values.store}
          error={errors.store}
          onChange={(event) => set('store', event.target.value as Store)}
        />
        {text('stockNumber', 'Stock number', {
          maxLength: 16,
          inputClassName: 'font-mono uppercase',
          hint: form.base.stockNumber ? undefined : 'Leave empty to use the next number',
        })}
        <SelectField
          label="Condition"
          options={toOptions(conditionNames)}
          value={values.condition}
          error={errors.condition}
          onChange={(event) => set('condition', event.target.value as typeof values.condition)}
        />
        <SelectField
          label="Acquired from"
          options={toOptions(sourceNames)}
          value={values.acquiredFrom}
          error={errors.acquiredFrom}
          onChange={(event) =>
            set('acquiredFrom', event.target.value as typeof values.acquiredFrom)
          }
        />
        {text('acquiredOn', 'Acquired on', { type: 'date', required: true })}
        {text('lotLocation', 'Lot location', { maxLength: 40 })}
        {text('keyTag', 'Key tag', { maxLength: 20 })}
      </Group>
      <Group label="Price">
        {text('listCents', 'List price ($)', dollars)}
        {text('msrpCents', 'MSRP ($)', dollars)}
        {hadPrice &&
          values.listCents !== form.base.listCents &&
          text('priceReason', 'Reason for price change', {
            required: true,
            maxLength: 200,
            className: 'col-span-2',
          })}
      </Group>
      {seesMoney && (
        <Group label="Cost">
          {text('costCents', 'Cost ($)', dollars)}
          {text('packCents', 'Pack ($)', dollars)}
          {text('lender', 'Floorplan lender', { maxLength: 60 })}
          {text('flooredOn', 'Floored on', { type: 'date' })}
          {text('rate', 'Annual rate (%)', { inputMode: 'decimal' })}
        </Group>
      )}
    </>
  );
}

function Group({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
      <legend className="col-span-2 pb-3 text-sm font-semibold text-text">{label}</legend>
      {children}
    </fieldset>
  );
}
