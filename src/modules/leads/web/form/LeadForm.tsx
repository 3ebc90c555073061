import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { addLead, type Choices, getLead, saveLead } from '../../contract.ts';
import { refreshLeads } from '../state/useLeads.ts';
import { CarFields, LeadFields, TradeFields } from './LeadFields.tsx';
import {
  carsAtMost,
  checkValues,
  emptyCar,
  emptyValues,
  errorsOf,
  factsOf,
  fieldNames,
  type Values,
  valuesOf,
} from './values.ts';

interface Props {
  choices: Choices;
  /** Absent for a new lead. */
  lead?: LeadPage;
  onClose: () => void;
  onSaved?: (saved: LeadPage) => void;
}

/** Adds or edits a lead. */
export default function LeadForm({ choices, lead, onClose, onSaved }: Props) {
  const client = useQueryClient();
  const form = useRecordForm<Values, LeadPage>({
    noun: 'lead',
    record: lead,
    emptyValues: () => emptyValues(choices),
    valuesOf,
    resolver: checkedBy(checkValues),
    save(values, { version, clientId }) {
      const facts = factsOf(values);
      if (lead) {
        return call(saveLead, { params: { leadId: lead.id }, body: { version, ...facts } });
      }
      return call(addLead, {
        body: {
          clientId,
          store: values.store as Store,
          customerId: values.customer?.id ?? 0,
          ...(values.assigneeId && { assigneeId: Number(values.assigneeId) }),
          ...facts,
        },
      });
    },
    getLatest: ({ id }) => call(getLead, { params: { leadId: id } }),
    errorsOf,
    fieldNames,
    onSaved(saved) {
      client.setQueryData(queryKeyFor(getLead, { params: { leadId: saved.id } }), saved);
      void refreshLeads(client);
      onClose();
      onSaved?.(saved);
    },
  });
  const { cars } = form.values;
  return (
    <RecordSheet
      form={form}
      title={lead ? `Edit lead for ${lead.customer.name}` : 'Add lead'}
      saveLabel={lead ? 'Save changes' : 'Add lead'}
      onClose={onClose}
    >
      <LeadFields form={form} choices={choices} lead={lead} />
      {cars.map((car, at) => (
        <CarFields key={car.key} form={form} at={at} />
      ))}
      <Button
        className="self-start"
        disabled={cars.length >= carsAtMost}
        onClick={() => form.set('cars', [...cars, emptyCar()])}
      >
        <Plus aria-hidden="true" />
        {cars.length === 0 ? 'Add vehicle' : 'Add another vehicle'}
      </Button>
      <TradeFields form={form} />
      <TextArea {...form.field('comments')} label="Comments" rows={3} maxLength={4_000} />
    </RecordSheet>
  );
}
