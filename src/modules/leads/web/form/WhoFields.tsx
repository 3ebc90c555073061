import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { CustomerChoice } from '../../../customers/web/public.ts';
import { type LeadType, typeNames, types } from '../../contract/lead.ts';
import type { Choices } from '../../contract.ts';
import { useLeadRouting } from '../useLeads.ts';
import type { LeadFormState } from './useLeadForm.ts';

interface Props {
  form: LeadFormState;
  choices: Choices;
}

/** Store, customer, lead type, source and assignee. */
export function WhoFields({ form, choices }: Props) {
  const { values, errors } = form;
  const sources = choices.sources.filter(({ store }) => store === values.store);
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
          onChange={(event) => {
            form.set('store', event.target.value);
            // Sources and assignees belong to the store.
            form.set('sourceId', '');
            form.set('assigneeId', '');
          }}
        />
      )}
      {form.isNew && (
        <div className="col-span-2">
          <Customer form={form} />
        </div>
      )}
      <SelectField
        label="Lead type"
        required
        options={types.map((value) => ({ value, label: typeNames[value] }))}
        value={values.type}
        error={errors.type}
        onChange={(event) => form.set('type', event.target.value as LeadType)}
      />
      <SelectField
        label="Source"
        placeholder="None"
        options={sources.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.sourceId}
        error={errors.sourceId}
        onChange={(event) => form.set('sourceId', event.target.value)}
      />
      {form.isNew && <Assignee form={form} choices={choices} />}
    </div>
  );
}

function Customer({ form }: { form: LeadFormState }) {
  return (
    <CustomerChoice
      label="Customer"
      required
      store={(form.values.store as Store) || undefined}
      error={form.errors.customerId}
      customer={form.values.customer}
      onChange={(next) => form.set('customer', next)}
    />
  );
}

/** The user can choose themselves or the rotation; managers can choose anyone. */
function Assignee({ form, choices }: Props) {
  const me = useCurrentUser();
  const routing = useLeadRouting().find(({ store }) => store === form.values.store);
  const assignees = choices.staff.filter(
    ({ id, stores }) =>
      stores.includes(form.values.store as Store) && (choices.may.assign || id === me?.id),
  );
  return (
    <SelectField
      label="Assign to"
      className="col-span-2"
      placeholder={routing && !routing.inTurn ? 'Unassigned' : 'Next in rotation'}
      options={assignees.map(({ id, name }) => ({
        value: String(id),
        label: id === me?.id ? `${name} (me)` : name,
      }))}
      value={form.values.assigneeId}
      error={form.errors.assigneeId}
      onChange={(event) => form.set('assigneeId', event.target.value)}
    />
  );
}
