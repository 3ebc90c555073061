import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { linesAtMost, type OrderPage } from '../../contract/order.ts';
import { type Choices, getOrder, openOrder, saveOrder } from '../../contract.ts';
import { refreshOrders } from '../state/useOrders.ts';
import { LineFields, OrderFields } from './OrderFields.tsx';
import {
  bodyOf,
  checkValues,
  emptyLine,
  emptyValues,
  errorsOf,
  fieldNames,
  rebasedOrder,
  type Values,
  valuesOf,
} from './values.ts';

interface Props {
  choices: Choices;
  /** Absent for a new one. */
  order?: OrderPage;
  onClose: () => void;
  onSaved?: (saved: OrderPage) => void;
}

/** Creates or edits a repair order. */
export default function OrderSheet({ choices, order, onClose, onSaved }: Props) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const form = useRecordForm<Values, OrderPage>({
    noun: 'repair order',
    record: order,
    emptyValues: () => emptyValues(choices, me?.id ?? 0),
    valuesOf: (page) => valuesOf(page, choices.timezone),
    resolver: checkedBy(checkValues),
    save(values, { version, clientId }) {
      const body = bodyOf(values, choices);
      if (order) {
        return call(saveOrder, { params: { orderId: order.id }, body: { version, ...body } });
      }
      return call(openOrder, { body: { clientId, store: values.store as Store, ...body } });
    },
    getLatest: ({ id }) => call(getOrder, { params: { orderId: id } }),
    errorsOf,
    rebase: rebasedOrder,
    fieldNames,
    onSaved(saved) {
      client.setQueryData(queryKeyFor(getOrder, { params: { orderId: saved.id } }), saved);
      void refreshOrders(client);
      onClose();
      onSaved?.(saved);
    },
  });
  const { lines } = form.values;
  return (
    <RecordSheet
      form={form}
      title={order ? `Edit repair order ${order.number}` : 'New repair order'}
      saveLabel={order ? 'Save changes' : 'Create repair order'}
      onClose={onClose}
    >
      <OrderFields form={form} choices={choices} order={order} />
      {lines.map((line, at) => (
        <LineFields key={line.key} form={form} choices={choices} order={order} at={at} />
      ))}
      <Button
        className="self-start"
        disabled={lines.length >= linesAtMost}
        onClick={() => form.set('lines', [...lines, emptyLine()])}
      >
        <Plus aria-hidden="true" />
        Add line
      </Button>
    </RecordSheet>
  );
}
