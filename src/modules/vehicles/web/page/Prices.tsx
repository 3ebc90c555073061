import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { dollarsOf, plural } from '../../../../platform/web/format/amounts.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { listPrices, type Price } from '../../contract/prices.ts';
import type { VehiclePage } from '../../contract.ts';
import { momentOf } from '../state/labels.ts';

/** Each list price of this stay: how long it stood, who set it and why. */
export function Prices({ car }: { car: VehiclePage }) {
  const { data } = useQuery({
    ...queryOptionsFor(listPrices, { params: { vehicleId: car.id } }),
    refetchOnMount: 'always',
  });
  if (!data || data.length === 0) return null;
  return (
    <RecordSection label="Price history" aside={plural(data.length, 'price')}>
      <ul className="flex flex-col divide-y divide-border text-sm">
        {data.map((price) => (
          <li
            key={price.id}
            className="grid grid-cols-[6rem_minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-2 first:pt-0"
          >
            <span className="font-medium text-text tabular-nums">
              {price.cents === null ? 'No price' : dollarsOf(price.cents)}
            </span>
            <span className="min-w-0 text-text wrap-anywhere">
              {[changeOf(price), price.reason].filter(Boolean).join(': ')}
            </span>
            <span className="text-right text-muted tabular-nums">{plural(price.days, 'day')}</span>
            <span className="col-span-2 col-start-2 text-xs text-muted">
              {`${price.by}, ${momentOf(price.at)}`}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function changeOf({ changeCents }: Price): string {
  if (changeCents === null) return 'First price';
  const amount = dollarsOf(Math.abs(changeCents));
  return changeCents < 0 ? `Down ${amount}` : `Up ${amount}`;
}
