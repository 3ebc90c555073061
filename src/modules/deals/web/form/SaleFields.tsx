import type { Store } from '../../../../platform/contract/access.ts';
import { staffOption } from '../../../../platform/web/records/staffOption.ts';
import { withCurrent } from '../../../../platform/web/records/withCurrent.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { StoreField } from '../../../../platform/web/ui/StoreField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { CustomerChoice } from '../../../customers/web/public.ts';
import { type DealPage, houseDeal, typeNames, types } from '../../contract/deal.ts';
import type { Choices } from '../../contract.ts';
import { type DealForm, houseDealChoice } from './values.ts';

interface Props {
  form: DealForm;
  choices: Choices;
  /** Absent for a new deal. */
  deal?: DealPage | undefined;
}

/** Store, number, customer, deal type and staff. */
export function SaleFields({ form, choices, deal }: Props) {
  const { values } = form;
  const changeStore = (store: string) => {
    const staysWith = (employeeId: string) =>
      employeeId === houseDealChoice ||
      choices.staff.some(
        ({ id, stores }) => String(id) === employeeId && stores.includes(store as Store),
      )
        ? employeeId
        : '';
    // Vehicle and staff belong to the store.
    form.change({
      store,
      car: null,
      salespersonId: staysWith(values.salespersonId),
      secondSalespersonId: staysWith(values.secondSalespersonId),
      closerId: staysWith(values.closerId),
      financeManagerId: staysWith(values.financeManagerId),
    });
  };
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {form.isNew && choices.stores.length > 1 && (
        <StoreField
          {...form.field('store')}
          stores={choices.stores}
          onChange={(event) => changeStore(event.target.value)}
        />
      )}
      {form.isNew && (
        <TextField
          {...form.field('number')}
          label="Deal number"
          autoComplete="off"
          maxLength={13}
          placeholder="Next available number"
          inputClassName="font-mono uppercase placeholder:font-sans placeholder:normal-case"
        />
      )}
      <div className="sm:col-span-2">
        <CustomerChoice
          label="Customer"
          required
          store={(values.store as Store) || undefined}
          error={form.errorOf('customer')}
          customer={values.customer}
          onChange={(next) => form.set('customer', next)}
        />
      </div>
      <SelectField
        {...form.field('type')}
        label="Deal type"
        options={types.map((value) => ({ value, label: typeNames[value] }))}
      />
      <StaffField
        form={form}
        choices={choices}
        name="salespersonId"
        label="Salesperson"
        current={deal?.salesperson}
        required
      />
      <StaffField
        form={form}
        choices={choices}
        name="secondSalespersonId"
        label="Second salesperson"
        current={deal?.secondSalesperson}
        hint="Shares the unit and the gross, half each"
      />
      <StaffField
        form={form}
        choices={choices}
        name="closerId"
        label="Closer"
        current={deal?.closer}
      />
      <StaffField
        form={form}
        choices={choices}
        name="financeManagerId"
        label="F&I"
        current={deal?.financeManager}
      />
    </div>
  );
}

interface StaffFieldProps extends Omit<Props, 'deal'> {
  name: 'salespersonId' | 'secondSalespersonId' | 'closerId' | 'financeManagerId';
  label: string;
  /** Who it is now; may have left since. */
  current: DealPage['salesperson'] | undefined;
  hint?: string;
  required?: boolean;
}

function StaffField({ form, choices, name, label, current, ...more }: StaffFieldProps) {
  const { hint, required = false } = more;
  const { values } = form;
  const store = (values.store as Store) || undefined;
  // F&I has rules of its own.
  const sells = name !== 'financeManagerId';
  const staff = choices.staff.filter(
    ({ id, stores }) =>
      !values.store || stores.includes(values.store as Store) || String(id) === values[name],
  );
  return (
    <SelectField
      {...form.field(name)}
      label={label}
      required={required}
      placeholder={required ? 'Choose a salesperson' : 'No one'}
      {...(hint && { hint })}
      options={withCurrent(
        [
          ...(required ? [{ value: houseDealChoice, label: houseDeal }] : []),
          ...staff.map((one) => (sells ? staffOption(one, store) : plainOption(one))),
        ],
        current,
      )}
    />
  );
}

const plainOption = ({ id, name }: Choices['staff'][number]) => ({
  value: String(id),
  label: name,
});
