import { clsx } from 'clsx';
import { FileQuestion } from 'lucide-react';
import { Link } from 'wouter';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { storeField } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { typeName } from '../../../documents/contract.ts';
import { Due } from '../parts/Due.tsx';
import { jacketHref } from '../state/labels.ts';
import {
  type ListedStipulation,
  type RecordChoices,
  stipulationFilterNames,
  useStipulations,
} from '../state/useJackets.ts';

/** What lenders still want, overdue first. */
export default function StipulationList({ records }: { records: RecordChoices }) {
  const { query } = useAddress();
  const { filters, pages } = useStipulations(records);
  return (
    <>
      <FilterBar
        search={{
          label: 'Search stipulations',
          placeholder: 'Deal, stock, vehicle, VIN, customer',
          className: '@2xl:w-full @4xl:w-76',
          maxLength: 100,
        }}
        fields={[storeField(records.stores, filters.store)]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={stipulationFilterNames}
      />
      <RecordList
        pages={pages}
        one="open stipulation"
        many="stipulations"
        icon={FileQuestion}
        isFiltered={stipulationFilterNames.some((name) => query.get(name))}
        texts={{
          noMatch: {
            title: 'No stipulations found',
            description: 'Nothing matches these filters.',
          },
          none: {
            title: 'No open stipulations',
            description: 'What a lender still wants for a deal is added on the deal’s page.',
          },
        }}
        skeleton={['w-24', 'w-52', 'w-36']}
        isRoomy
      >
        {(rows) => (
          <RecordTable
            label="Stipulations"
            columns={columns}
            rows={rows}
            isStale={pages.isStale}
            isRoomy
            onKeyDown={stepByKey}
          />
        )}
      </RecordList>
    </>
  );
}

const secondLine = 'block truncate text-xs text-muted';

const columns: RecordColumn<ListedStipulation>[] = [
  {
    name: 'Deal',
    width: '7rem',
    className: 'min-w-0 @max-4xl:order-1',
    show: ({ deal }) => (
      <>
        <Link
          href={jacketHref('deal', deal.id)}
          className={clsx('block font-mono', rowLinkClasses)}
        >
          {deal.number}
        </Link>
        <StoreMark store={deal.store} className="text-xs text-muted" />
      </>
    ),
  },
  {
    name: 'Stipulation',
    width: 'minmax(12rem,1.6fr)',
    className: 'min-w-0 @max-4xl:order-3 @max-4xl:col-span-2',
    show: ({ text, type, isReceived }) => (
      <>
        <span className="block truncate">{text}</span>
        {type && (
          <span className={secondLine}>
            {typeName('deals', type)}
            {isReceived && (
              <Badge tone="success" className="ml-2">
                Received
              </Badge>
            )}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Lender',
    width: 'minmax(7rem,0.8fr)',
    className: 'truncate @max-4xl:order-5',
    show: ({ deal }) => deal.lender || '–',
  },
  {
    name: 'Customer',
    width: 'minmax(9rem,1fr)',
    className: 'min-w-0 @max-4xl:order-4',
    show: ({ deal }) => (
      <>
        <span className="block truncate">{deal.customer}</span>
        <span className={secondLine}>{deal.vehicle}</span>
      </>
    ),
  },
  {
    name: 'Due',
    width: '10rem',
    className: 'min-w-0 @max-4xl:order-2 @max-4xl:text-right',
    show: ({ dueOn, isOverdue }) => <Due on={dueOn} isOverdue={isOverdue} />,
  },
];
