import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { CustomerChoice } from '../../../../customers/web/public.ts';
import { type DealType, typeNames, types } from '../../../contract/deal.ts';
import type { Choices } from '../../../contract.ts';
import type { DealForm } from '../useDealForm.ts';
import { TextOf } from './TextOf.tsx';

interface Props {
  form: DealForm;
  choices: Choices;
}

/** Store, number, customer, deal type and staff. */
export function SaleFields({ form, choices }: Props) {
  const { values, errors, change } = form;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {form.isNew && choices.stores.length > 1 && (
        <SelectField
          label="Store"
          required
          placeholder="Choose a store"
          options={choices.stores.map((value) => ({ value, label: storeNames[value] }))}
          value={values.store}
          error={errors.store}
          // Vehicle and staff belong to the store.
          onChange={(event) => change({ ...ofStore(choices, form, event.target.value) })}
        />
      )}
      {form.isNew && (
        <TextOf
          form={form}
          name="number"
          label="Deal number"
          maxLength={13}
          placeholder="Next available number"
          inputClassName="font-mono uppercase placeholder:font-sans placeholder:normal-case"
        />
      )}
      <div className="sm:col-span-2">
        <Customer form={form} />
      </div>
      <SelectField
        label="Deal type"
        options={types.map((value) => ({ value, label: typeNames[value] }))}
        value={values.type}
        error={errors.type}
        onChange={(event) => change({ type: event.target.value as DealType })}
      />
      <StaffField form={form} choices={choices} name="salespersonId" label="Salesperson" required />
      <StaffField
        form={form}
        choices={choices}
        name="secondSalespersonId"
        label="Second salesperson"
      />
      <StaffField form={form} choices={choices} name="financeManagerId" label="F&I" />
    </div>
  );
}

function ofStore({ staff }: Choices, { values }: DealForm, store: string) {
  const staysWith = (id: string) =>
    staff.some((one) => String(one.id) === id && one.stores.includes(store as Store)) ? id : '';
  return {
    ...{ store, car: null },
    salespersonId: staysWith(values.salespersonId),
    secondSalespersonId: staysWith(values.secondSalespersonId),
    financeManagerId: staysWith(values.financeManagerId),
  };
}

interface StaffFieldProps extends Props {
  name: 'salespersonId' | 'secondSalespersonId' | 'financeManagerId';
  label: string;
  required?: boolean;
}

function StaffField({ form, choices, name, label, required = false }: StaffFieldProps) {
  const { values, errors, change } = form;
  const staff = choices.staff.filter(
    ({ id, stores }) =>
      !values.store || stores.includes(values.store as Store) || String(id) === values[name],
  );
  return (
    <SelectField
      label={label}
      required={required}
      placeholder={required ? 'Choose a salesperson' : 'No one'}
      options={staff.map((one) => ({ value: String(one.id), label: one.name }))}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
}

function Customer({ form }: { form: DealForm }) {
  return (
    <CustomerChoice
      label="Customer"
      required
      store={(form.values.store as Store) || undefined}
      error={form.errors.customerId}
      customer={form.values.customer}
      onChange={(next) => form.change({ customer: next })}
    />
  );
}
