import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { withCurrent } from '../../../../platform/web/records/withCurrent.ts';
import { zonedLabel } from '../../../../platform/web/time/zoneLabels.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { StoreField } from '../../../../platform/web/ui/StoreField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { CustomerChoice, useGarage } from '../../../customers/web/public.ts';
import { type OrderPage, payTypeNames, payTypes } from '../../contract/order.ts';
import type { Choices } from '../../contract.ts';
import { findVehicle, preselected, vehicleFieldsOf, vehicleLabel } from './garage.ts';
import type { Values } from './values.ts';

type OrderForm = RecordForm<Values>;
type VehicleValues = Pick<Values, 'vehicle' | 'vin'>;

interface Props {
  form: OrderForm;
  choices: Choices;
  /** Absent for a new one. */
  order?: OrderPage | undefined;
}

/** Everything but the lines. */
export function OrderFields({ form, choices, order }: Props) {
  const { values } = form;
  /** The customer’s vehicle last filled in; null until one was. */
  const [fromGarage, setFromGarage] = useState<VehicleValues | null>(null);
  const setVehicle = (vehicle: VehicleValues) => {
    setFromGarage(vehicle);
    form.change(vehicle);
  };
  const clearCustomer = () => {
    const isTheirs = fromGarage?.vehicle === values.vehicle && fromGarage.vin === values.vin;
    form.change({ customer: null, ...(isTheirs && { vehicle: '', vin: '' }) });
  };
  const garage = useGarage(values.customer?.id ?? null) ?? [];
  const lastMiles = findVehicle(garage, values)?.mileage ?? null;
  return (
    <div className="grid grid-cols-2 gap-4">
      {form.isNew && choices.stores.length > 1 && (
        <StoreField {...form.field('store')} className="col-span-2" stores={choices.stores} />
      )}
      <div className="col-span-2">
        <CustomerChoice
          label="Customer"
          required
          store={(values.store as Store) || undefined}
          error={form.errorOf('customer')}
          customer={values.customer}
          onChange={(next) => (next ? form.set('customer', next) : clearCustomer())}
        />
      </div>
      {form.isNew && values.customer && (
        <GarageChoice
          key={values.customer.id}
          customerId={values.customer.id}
          values={values}
          setVehicle={setVehicle}
        />
      )}
      <TextField
        {...form.field('vehicle')}
        label="Vehicle"
        required
        className="col-span-2"
        autoComplete="off"
        maxLength={200}
        placeholder="Year, make and model"
      />
      <TextField
        {...form.field('vin')}
        label="VIN"
        className="col-span-2"
        autoComplete="off"
        maxLength={17}
        inputClassName="font-mono uppercase"
      />
      <TextField
        {...form.field('milesIn')}
        label="Miles in"
        autoComplete="off"
        inputMode="numeric"
        hint={lastMiles === null ? undefined : `Last known: ${milesOf(lastMiles)}`}
      />
      <TextField
        {...form.field('milesOut')}
        label="Miles out"
        autoComplete="off"
        inputMode="numeric"
      />
      <TextField {...form.field('promisedDay')} label="Promised" type="date" autoComplete="off" />
      <TextField
        {...form.field('promisedTime')}
        label={zonedLabel('At')}
        type="time"
        autoComplete="off"
      />
      <SelectField
        {...form.field('advisorId')}
        label="Advisor"
        required
        className="col-span-2"
        options={withCurrent(staffOptions(choices, values.store), order?.advisor)}
      />
      <TextArea
        {...form.field('note')}
        label="Note"
        className="col-span-2"
        rows={2}
        maxLength={2_000}
      />
    </div>
  );
}

/** Those at the store; everyone until one is chosen. */
const staffOptions = ({ staff }: Choices, store: string) =>
  staff
    .filter(({ stores }) => !store || stores.includes(store as Store))
    .map(({ id, name }) => ({ value: String(id), label: name }));

const anotherVehicle = 'another';

interface GarageChoiceProps {
  customerId: number;
  values: VehicleValues;
  setVehicle: (vehicle: VehicleValues) => void;
}

/** The customer’s vehicles. A single one is preselected. */
function GarageChoice({ customerId, values, setVehicle }: GarageChoiceProps) {
  const garage = useGarage(customerId);
  const chosen = findVehicle(garage ?? [], values);
  const [isOther, setOther] = useState(false);
  const wasPreselected = useRef(false);
  useEffect(() => {
    if (!garage || wasPreselected.current) return;
    wasPreselected.current = true;
    const only = preselected(garage, values);
    if (only) setVehicle(vehicleFieldsOf(only));
  }, [garage, values, setVehicle]);
  if (!garage || garage.length === 0) return null;
  const choose = (value: string) => {
    const vehicle = garage.find(({ id }) => String(id) === value);
    setOther(value === anotherVehicle);
    setVehicle(vehicle ? vehicleFieldsOf(vehicle) : { vehicle: '', vin: '' });
  };
  const isTyped = isOther || values.vehicle.trim() !== '' || values.vin.trim() !== '';
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

export function LineFields({ form, choices, order, at }: Props & { at: number }) {
  const { lines, store } = form.values;
  const line = lines[at];
  if (!line) return null;
  const number = { inputMode: 'decimal', autoComplete: 'off' } as const;
  const saved = order?.lines.find(({ id }) => id === line.id);
  return (
    <fieldset className="flex flex-col gap-4 border-t border-border pt-4">
      <legend className="sr-only">{`Line ${at + 1}`}</legend>
      <div className="flex items-center justify-between">
        <span aria-hidden="true" className="text-sm font-semibold text-text">
          {`Line ${at + 1}`}
        </span>
        <IconButton
          icon={Trash2}
          label={`Remove line ${at + 1}`}
          onClick={() => form.set('lines', lines.toSpliced(at, 1))}
        />
      </div>
      <TextArea
        {...form.field(`lines.${at}.complaint`)}
        label="Complaint"
        required
        rows={2}
        maxLength={1_000}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...form.field(`lines.${at}.payType`)}
          label="Pay type"
          options={payTypes.map((value) => ({ value, label: payTypeNames[value] }))}
        />
        <TextField
          {...form.field(`lines.${at}.opCode`)}
          label="Operation code"
          maxLength={20}
          autoComplete="off"
        />
        <TextArea
          {...form.field(`lines.${at}.cause`)}
          label="Cause"
          className="col-span-2"
          rows={1}
          maxLength={1_000}
        />
        <TextArea
          {...form.field(`lines.${at}.correction`)}
          label="Correction"
          className="col-span-2"
          rows={1}
          maxLength={1_000}
        />
        <SelectField
          {...form.field(`lines.${at}.technicianId`)}
          label="Technician"
          className="col-span-2"
          placeholder="Unassigned"
          options={withCurrent(staffOptions(choices, store), saved?.technician)}
        />
        <TextField {...form.field(`lines.${at}.hoursFlagged`)} {...number} label="Hours flagged" />
        <TextField {...form.field(`lines.${at}.hoursActual`)} {...number} label="Hours worked" />
        <TextField {...form.field(`lines.${at}.laborSale`)} {...number} label="Labor, $" />
        <TextField {...form.field(`lines.${at}.partsSale`)} {...number} label="Parts, $" />
        {choices.may.seeCost && (
          <>
            <TextField {...form.field(`lines.${at}.laborCost`)} {...number} label="Labor cost, $" />
            <TextField {...form.field(`lines.${at}.partsCost`)} {...number} label="Parts cost, $" />
          </>
        )}
      </div>
      <Checkbox
        label="Customer declined this work"
        checked={line.declined}
        onCheckedChange={(declined) => form.set(`lines.${at}.declined`, declined === true)}
      />
    </fieldset>
  );
}
