import { useEffect, useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { zonedLabel } from '../../../../platform/web/time/zoneLabels.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { CustomerChoice, useGarage } from '../../../customers/web/public.ts';
import type { Choices } from '../../contract.ts';
import { findVehicle, preselected, vehicleFieldsOf, vehicleLabel } from './garage.ts';
import type { OrderForm } from './useOrderForm.ts';
import type { Values } from './values.ts';

interface Props {
  form: OrderForm;
  choices: Choices;
}

type TextName = Exclude<keyof Values, 'customer' | 'lines'>;

export function OrderFields({ form, choices }: Props) {
  const { values, errors } = form;
  const field = (name: TextName, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      value={values[name]}
      error={errors[name]}
      onChange={(event) => form.set(name, event.target.value)}
      {...props}
    />
  );
  const garage = useGarage(values.customer?.id ?? null) ?? [];
  const lastMiles = findVehicle(garage, values)?.mileage ?? null;
  const staff = choices.staff.filter(
    ({ stores }) => !values.store || stores.includes(values.store as Store),
  );
  return (
    <div className="grid grid-cols-2 gap-4">
      {form.isNew && choices.stores.length > 1 && (
        <SelectField
          label="Store"
          required
          className="col-span-2"
          placeholder="Choose a store"
          options={choices.stores.map((value) => ({ value, label: storeNames[value] }))}
          value={values.store}
          error={errors.store}
          onChange={(event) => form.set('store', event.target.value)}
        />
      )}
      <div className="col-span-2">
        <Customer form={form} />
      </div>
      {form.isNew && values.customer && <GarageChoice key={values.customer.id} form={form} />}
      {field('vehicle', 'Vehicle', {
        required: true,
        className: 'col-span-2',
        maxLength: 200,
        placeholder: 'Year, make and model',
      })}
      {field('vin', 'VIN', {
        className: 'col-span-2',
        maxLength: 17,
        inputClassName: 'font-mono uppercase',
      })}
      {field('milesIn', 'Miles in', {
        inputMode: 'numeric',
        ...(lastMiles !== null && { hint: `Last known: ${milesOf(lastMiles)}` }),
      })}
      {field('milesOut', 'Miles out', { inputMode: 'numeric' })}
      {field('promisedDay', 'Promised', { type: 'date' })}
      {field('promisedTime', zonedLabel('At'), { type: 'time' })}
      <SelectField
        label="Advisor"
        required
        className="col-span-2"
        options={staff.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.advisorId}
        error={errors.advisorId}
        onChange={(event) => form.set('advisorId', event.target.value)}
      />
      <TextArea
        label="Note"
        className="col-span-2"
        rows={2}
        maxLength={2_000}
        value={values.note}
        error={errors.note}
        onChange={(event) => form.set('note', event.target.value)}
      />
    </div>
  );
}

const anotherVehicle = 'another';

/** The customer’s vehicles. A single one is preselected. */
function GarageChoice({ form }: { form: OrderForm }) {
  const { customer } = form.values;
  const garage = useGarage(customer?.id ?? null);
  const chosen = findVehicle(garage ?? [], form.values);
  const [isOther, setOther] = useState(false);
  const wasPreselected = useRef(false);
  useEffect(() => {
    if (!garage || wasPreselected.current) return;
    wasPreselected.current = true;
    const only = preselected(garage, form.values);
    if (only) form.setVehicle(vehicleFieldsOf(only));
  }, [garage, form]);
  if (!garage || garage.length === 0) return null;
  const choose = (value: string) => {
    const vehicle = garage.find(({ id }) => String(id) === value);
    setOther(value === anotherVehicle);
    form.setVehicle(vehicle ? vehicleFieldsOf(vehicle) : { vehicle: '', vin: '' });
  };
  const isTyped = isOther || form.values.vehicle.trim() !== '' || form.values.vin.trim() !== '';
  return (
    <SelectField
      label="Customer’s vehicles"
      className="col-span-2"
      placeholder="Choose a vehicle"
      options={[
        ...garage.map((vehicle) => ({ value: String(vehicle.id), label: vehicleLabel(vehicle) })),
        { value: anotherVehicle, label: 'Another vehicle' },
      ]}
      value={chosen ? String(chosen.id) : isTyped ? anotherVehicle : ''}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

function Customer({ form }: { form: OrderForm }) {
  return (
    <CustomerChoice
      label="Customer"
      required
      store={(form.values.store as Store) || undefined}
      error={form.errors.customerId}
      customer={form.values.customer}
      onChange={(next) => (next ? form.set('customer', next) : form.clearCustomer())}
    />
  );
}
