import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import type { LeadFormState } from './useLeadForm.ts';
import type { CarValues } from './values.ts';

interface Props {
  form: LeadFormState;
  at: number;
}

type TextName = Exclude<keyof CarValues, 'key' | 'vehicleId' | 'condition'>;

const conditions = [
  { value: 'new', label: 'New' },
  { value: 'used', label: 'Used' },
];

/** A vehicle of interest; the server matches stock number or VIN with the inventory. */
export function CarFields({ form, at }: Props) {
  const car = form.values.cars[at];
  if (!car) return null;
  const field = (name: TextName, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={60}
      value={car[name]}
      error={form.errors[`cars.${at}.${name}`]}
      // An edit unlinks the stock vehicle.
      onChange={(event) => form.setCar(at, { [name]: event.target.value, vehicleId: null })}
      {...more}
    />
  );
  return (
    <fieldset className="flex flex-col gap-4 border-t border-border pt-4">
      <legend className="sr-only">{`Vehicle of interest ${at + 1}`}</legend>
      <div className="flex items-center justify-between">
        <span aria-hidden="true" className="text-sm font-semibold text-text">
          Vehicle of interest
        </span>
        <IconButton
          icon={Trash2}
          label={`Remove vehicle ${at + 1}`}
          onClick={() => form.removeCar(at)}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="New or used"
          placeholder="Either"
          options={conditions}
          value={car.condition}
          error={form.errors[`cars.${at}.condition`]}
          onChange={(event) =>
            form.setCar(at, { condition: event.target.value as CarValues['condition'] })
          }
        />
        {field('year', 'Year', { inputMode: 'numeric', maxLength: 4 })}
        {field('make', 'Make')}
        {field('model', 'Model')}
        {field('trim', 'Trim')}
        {field('stockNumber', 'Stock number', { maxLength: 20, inputClassName: 'font-mono' })}
        {field('vin', 'VIN', {
          className: 'col-span-2',
          maxLength: 17,
          inputClassName: 'font-mono uppercase',
        })}
      </div>
    </fieldset>
  );
}
