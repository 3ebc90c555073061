import { Trash2 } from 'lucide-react';
import type { Store } from '../../../../platform/contract/access.ts';
import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { staffOption } from '../../../../platform/web/records/staffOption.ts';
import { withCurrent } from '../../../../platform/web/records/withCurrent.ts';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { StoreField } from '../../../../platform/web/ui/StoreField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { CustomerChoice } from '../../../customers/web/public.ts';
import { type LeadPage, typeNames, types } from '../../contract/lead.ts';
import type { Choices } from '../../contract.ts';
import { useLeadRouting } from '../state/useLeads.ts';
import type { CarValues, TradeValues, Values } from './values.ts';

interface FormProps {
  form: RecordForm<Values>;
}

interface Props extends FormProps {
  choices: Choices;
  /** Absent for a new lead. */
  lead?: LeadPage | undefined;
}

/** Store, customer, lead type, source and assignee. */
export function LeadFields({ form, choices, lead }: Props) {
  const { values } = form;
  const sources = choices.sources.filter(({ store }) => store === values.store);
  return (
    <div className="grid grid-cols-2 gap-4">
      {form.isNew && choices.stores.length > 1 && (
        <StoreField
          {...form.field('store')}
          className="col-span-2"
          stores={choices.stores}
          // Sources and assignees belong to the store.
          onChange={({ target }) =>
            form.change({ store: target.value, sourceId: '', assigneeId: '' })
          }
        />
      )}
      {form.isNew && (
        <div className="col-span-2">
          <CustomerChoice
            label="Customer"
            required
            store={(values.store as Store) || undefined}
            error={form.errorOf('customer')}
            customer={values.customer}
            onChange={(next) => form.set('customer', next)}
          />
        </div>
      )}
      <SelectField
        {...form.field('type')}
        label="Lead type"
        required
        options={types.map((value) => ({ value, label: typeNames[value] }))}
      />
      <SelectField
        {...form.field('sourceId')}
        label="Source"
        placeholder="None"
        options={withCurrent(
          sources.map(({ id, name }) => ({ value: String(id), label: name })),
          lead?.source,
        )}
      />
      {form.isNew && <AssigneeField form={form} choices={choices} />}
    </div>
  );
}

/** The user can choose themselves or the rotation; managers can choose anyone. */
function AssigneeField({ form, choices }: Props) {
  const me = useCurrentUser();
  const routing = useLeadRouting().find(({ store }) => store === form.values.store);
  const assignees = choices.staff.filter(
    ({ id, stores }) =>
      stores.includes(form.values.store as Store) && (choices.may.assign || id === me?.id),
  );
  return (
    <SelectField
      {...form.field('assigneeId')}
      label="Assign to"
      className="col-span-2"
      placeholder={routing && !routing.inTurn ? 'Unassigned' : 'Next in rotation'}
      options={assignees.map((one) =>
        staffOption(
          one.id === me?.id ? { ...one, name: `${one.name} (me)` } : one,
          form.values.store as Store,
        ),
      )}
    />
  );
}

const conditions = [
  { value: 'new', label: 'New' },
  { value: 'used', label: 'Used' },
];

type CarText = Exclude<keyof CarValues, 'key' | 'vehicleId' | 'condition'>;

/** A vehicle of interest; the server matches stock number or VIN with the inventory. */
export function CarFields({ form, at }: FormProps & { at: number }) {
  const { cars } = form.values;
  const text = (name: CarText, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      {...form.field(`cars.${at}.${name}`)}
      label={label}
      autoComplete="off"
      maxLength={60}
      onChange={(event) => {
        form.set(`cars.${at}.${name}`, event.target.value);
        // An edit unlinks the stock vehicle.
        form.set(`cars.${at}.vehicleId`, null);
      }}
      {...props}
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
          onClick={() => form.set('cars', cars.toSpliced(at, 1))}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          {...form.field(`cars.${at}.condition`)}
          label="New or used"
          placeholder="Either"
          options={conditions}
        />
        {text('year', 'Year', { inputMode: 'numeric', maxLength: 4 })}
        {text('make', 'Make')}
        {text('model', 'Model')}
        {text('trim', 'Trim')}
        {text('stockNumber', 'Stock number', { maxLength: 20, inputClassName: 'font-mono' })}
        {text('vin', 'VIN', {
          className: 'col-span-2',
          maxLength: 17,
          inputClassName: 'font-mono uppercase',
        })}
      </div>
    </fieldset>
  );
}

/** The trade-in; all fields are empty if there is none. */
export function TradeFields({ form }: FormProps) {
  const text = (name: keyof TradeValues, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      {...form.field(`trade.${name}`)}
      label={label}
      autoComplete="off"
      maxLength={60}
      {...props}
    />
  );
  return (
    <fieldset className="flex flex-col gap-4 border-t border-border pt-4">
      <legend className="sr-only">Trade-in</legend>
      <span aria-hidden="true" className="text-sm font-semibold text-text">
        Trade-in
      </span>
      <div className="grid grid-cols-2 gap-4">
        {text('year', 'Year', { inputMode: 'numeric', maxLength: 4 })}
        {text('make', 'Make')}
        {text('model', 'Model')}
        {text('trim', 'Trim')}
        {text('miles', 'Miles', { inputMode: 'numeric', maxLength: 9 })}
        {text('vin', 'VIN', { maxLength: 17, inputClassName: 'font-mono uppercase' })}
      </div>
    </fieldset>
  );
}
