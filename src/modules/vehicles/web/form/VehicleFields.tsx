import type { Store } from '../../../../platform/contract/access.ts';
import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { StoreField } from '../../../../platform/web/ui/StoreField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { checkVin, cleanVin, correctVin, vinLength } from '../../../vin/contract.ts';
import { sourceNames } from '../../contract/fields.ts';
import { classNames, conditionNames } from '../../contract/status.ts';
import type { FieldName, Values } from './values.ts';

interface Props {
  form: RecordForm<Values>;
  stores: readonly Store[];
  seesMoney: boolean;
}

const toOptions = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

type TextName = Exclude<
  FieldName,
  'store' | 'condition' | 'class' | 'acquiredFrom' | 'status' | 'tradedFor' | 'yearDays'
>;

/** All facts except the VIN, in the order of the vehicle and its papers. */
export function VehicleFields({ form, stores, seesMoney }: Props) {
  const text = (name: TextName, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField {...form.field(name)} label={label} autoComplete="off" {...props} />
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
        <StoreField {...form.field('store')} stores={stores} />
        {text('stockNumber', 'Stock number', {
          maxLength: 16,
          inputClassName: 'font-mono uppercase',
          hint: form.base.stockNumber ? undefined : 'Leave empty to use the next number',
        })}
        <SelectField
          {...form.field('condition')}
          label="Condition"
          options={toOptions(conditionNames)}
        />
        <SelectField {...form.field('class')} label="Use" options={toOptions(classNames)} />
        <SelectField
          {...form.field('acquiredFrom')}
          label="Acquired from"
          options={toOptions(sourceNames)}
        />
        {text('acquiredOn', 'Acquired on', { type: 'date', required: true })}
        {text('lotLocation', 'Lot location', { maxLength: 40 })}
        {text('keyTag', 'Key tag', { maxLength: 20 })}
      </Group>
      <Group label="Price">
        {text('listCents', 'List price, $', dollars)}
        {text('msrpCents', 'MSRP, $', dollars)}
        {hadPrice &&
          form.values.listCents !== form.base.listCents &&
          text('priceReason', 'Reason for price change', {
            required: true,
            maxLength: 200,
            className: 'col-span-2',
          })}
      </Group>
      {seesMoney && (
        <Group label="Cost">
          {text('costCents', 'Cost, $', dollars)}
          {text('packCents', 'Pack, $', dollars)}
          {text('lender', 'Floorplan lender', { maxLength: 60 })}
          {text('flooredOn', 'Floored on', { type: 'date' })}
          {text('principal', 'Principal, $', {
            ...dollars,
            hint: form.values.principal ? undefined : 'Leave empty to use the cost',
          })}
          {text('rate', 'Annual rate, %', { inputMode: 'decimal' })}
          <SelectField
            {...form.field('yearDays')}
            label="Days per year"
            options={[
              { value: '360', label: '360' },
              { value: '365', label: '365' },
            ]}
          />
          {text('freeDays', 'Free days', { inputMode: 'numeric', maxLength: 3 })}
          {text('floorplanPaidOn', 'Paid off on', { type: 'date' })}
        </Group>
      )}
    </>
  );
}

interface VinProps {
  form: RecordForm<Values>;
  onChange: (vin: string) => void;
}

/** The VIN with live validation and suggested corrections. */
export function VinField({ form, onChange }: VinProps) {
  const { values } = form;
  const vin = cleanVin(values.vin);
  const { problem } = checkVin(vin);
  const corrected = values.vin ? correctVin(values.vin) : null;
  const asksReason = problem === 'check_digit' || form.errorOf('vinReason') !== undefined;
  return (
    <div className="flex flex-col gap-4">
      <TextField
        {...form.field('vin')}
        label="VIN"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        inputClassName="font-mono uppercase"
        hint={
          vin.length > 0 && vin.length < vinLength ? `${vin.length} of 17 characters` : undefined
        }
        onChange={(event) => onChange(event.target.value)}
      />
      {corrected && (
        <Notice
          tone="warning"
          action={
            <Button size="sm" onClick={() => onChange(corrected)}>
              {`Use ${corrected}`}
            </Button>
          }
        >
          A VIN has no I, O or Q. With 1 and 0 instead, it’s valid.
        </Notice>
      )}
      {asksReason && !corrected && (
        <>
          <Notice tone="warning">
            The check digit doesn’t match. Check each character. Vehicles built for other markets
            may not have one.
          </Notice>
          <TextField
            {...form.field('vinReason')}
            label="Reason for accepting this VIN"
            required
            maxLength={200}
          />
        </>
      )}
    </div>
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
