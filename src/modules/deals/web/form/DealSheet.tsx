import { useQueryClient } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { DealPage } from '../../contract/deal.ts';
import { isSold } from '../../contract/status.ts';
import { type Choices, createDeal, getDeal, saveDeal } from '../../contract.ts';
import { BuyerSheet } from '../parts/worksheet/BuyerSheet.tsx';
import { GrossSheet } from '../parts/worksheet/GrossSheet.tsx';
import { refreshDeals } from '../state/useDeals.ts';
import { bodyOf, sumsOf } from './body.ts';
import { CarFields } from './CarFields.tsx';
import { fieldNames, rebased, valueTexts } from './conflict.ts';
import { CostFields, CreditFields, MoneyFields, TradeFields } from './MoneyFields.tsx';
import { DueBillFields, ProductFields } from './ProductFields.tsx';
import { SaleFields } from './SaleFields.tsx';
import {
  checkValues,
  type DealForm,
  emptyValues,
  errorsOf,
  type Values,
  valuesOf,
} from './values.ts';

interface Props {
  choices: Choices;
  /** Absent for a new deal. */
  deal?: DealPage;
  /** The customer of a new deal, if known. */
  customer?: Values['customer'];
  onClose: () => void;
  onSaved?: (saved: DealPage) => void;
}

/** Creates or edits a deal, with a live worksheet beside the form. */
export default function DealSheet({ choices, deal, customer = null, onClose, onSaved }: Props) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const form = useRecordForm<Values, DealPage>({
    noun: 'deal',
    record: deal,
    emptyValues: () => ({ ...emptyValues(choices, me?.id ?? 0), customer }),
    valuesOf,
    resolver: checkedBy((values) => checkValues(values, choices)),
    save(values, { version, clientId }) {
      const body = bodyOf(values, choices, deal === undefined);
      if (deal) {
        return call(saveDeal, { params: { dealId: deal.id }, body: { version, ...body } });
      }
      const store = values.store as Store;
      const number = values.number.trim() && { number: values.number.trim() };
      return call(createDeal, { body: { clientId, store, ...number, ...body } });
    },
    getLatest: ({ id }) => call(getDeal, { params: { dealId: id } }),
    errorsOf,
    rebase: rebased,
    fieldNames,
    valueTexts,
    onSaved(saved) {
      client.setQueryData(queryKeyFor(getDeal, { params: { dealId: saved.id } }), saved);
      void refreshDeals(client);
      onClose();
      onSaved?.(saved);
    },
  });
  return (
    <RecordSheet
      form={form}
      title={deal ? `Edit deal ${deal.number}` : 'New deal'}
      saveLabel={deal ? 'Save changes' : 'Create deal'}
      needsEdit={deal !== undefined}
      size="xl"
      aside={<Figures form={form} choices={choices} />}
      onClose={onClose}
    >
      <SaleFields form={form} choices={choices} deal={deal} />
      <CarFields form={form} choices={choices} isSold={deal !== undefined && isSold(deal.status)} />
      <MoneyFields form={form} />
      <TradeFields form={form} choices={choices} />
      <ProductFields form={form} choices={choices} />
      <CreditFields form={form} />
      <CostFields form={form} choices={choices} />
      <DueBillFields form={form} />
      <TextArea {...form.field('note')} label="Note" rows={2} maxLength={2_000} />
    </RecordSheet>
  );
}

/** The worksheet, updated while typing. */
function Figures({ form, choices }: { form: DealForm; choices: Choices }) {
  const sums = sumsOf(form.values, choices.may.seeCost);
  return (
    <aside
      aria-label="Worksheet"
      className="flex min-w-0 flex-col gap-4 rounded-md bg-sunken px-4 py-3 md:sticky md:top-0 md:max-h-[calc(85dvh-9rem)] md:overflow-y-auto [&_dl>div]:py-0.5"
    >
      <BuyerSheet deal={sums} />
      <GrossSheet deal={sums} />
    </aside>
  );
}
