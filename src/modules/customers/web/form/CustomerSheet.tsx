import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { type Choices, getChoices } from '../../contract/finding.ts';
import {
  type CustomerRecord,
  createCustomer,
  openCustomer,
  saveCustomer,
} from '../../contract/records.ts';
import { CustomerFields } from './CustomerFields.tsx';
import {
  bodyOf,
  checkValues,
  emptyValues,
  errorsOf,
  fieldNames,
  type Values,
  valuesOf,
} from './values.ts';

interface Props {
  choices: Choices;
  /** Absent for a new customer. */
  record?: CustomerRecord;
  onClose: () => void;
  onSaved: (saved: CustomerRecord) => void;
}

/** Adds or edits a customer. */
export default function CustomerSheet({ choices, record, onClose, onSaved }: Props) {
  const client = useQueryClient();
  const form = useRecordForm<Values, CustomerRecord>({
    noun: 'customer',
    record,
    emptyValues: () => emptyValues(choices.stores[0] ?? ''),
    valuesOf,
    resolver: checkedBy(checkValues),
    save(values, { version, clientId }) {
      const body = bodyOf(values);
      if (record) {
        const params = { customerId: record.id };
        return call(saveCustomer, { params, body: { version, ...body } });
      }
      const store = values.store || (choices.stores[0] ?? 'ford');
      return call(createCustomer, { body: { clientId, store, ...body } });
    },
    async getLatest({ id }) {
      const latest = await call(openCustomer, { params: { customerId: id } });
      // Merged meanwhile: the survivor’s facts are not this customer’s, and the refusal says so.
      if (latest.id !== id) throw new Error('This customer has been merged');
      return latest;
    },
    errorsOf,
    fieldNames,
    onSaved(saved) {
      onClose();
      onSaved(saved);
      void client.invalidateQueries({ queryKey: queryKeyFor(getChoices) });
    },
  });
  return (
    <RecordSheet
      form={form}
      title={record ? `Edit ${record.name}` : 'Add customer'}
      saveLabel={record ? 'Save changes' : 'Add customer'}
      needsEdit={record !== undefined}
      className="gap-5"
      onClose={onClose}
    >
      <CustomerFields form={form} choices={choices} />
    </RecordSheet>
  );
}
