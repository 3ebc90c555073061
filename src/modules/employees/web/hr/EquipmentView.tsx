import { clsx } from 'clsx';
import { Package } from 'lucide-react';
import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, readFilters } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
  stepByKey,
} from '../../../../platform/web/records/RecordTable.tsx';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { equipmentKinds } from '../../contract/fields.ts';
import { countEquipmentOut, type EquipmentOut, listEquipmentOut } from '../../contract.ts';
import { HomeStore } from '../parts/HomeStore.tsx';
import { employeeHref, equipmentNames, storeFilterField } from '../state/labels.ts';
import { type HrChoices, offeredStores } from './useHrList.ts';

const filterNames = ['q', 'store', 'kind', 'holders'];
const holders = ['former'] as const;

/** What is issued and not back, of former employees first. */
export default function EquipmentView({ hr }: { hr: HrChoices }) {
  const { query } = useAddress();
  const { text, oneOf } = readFilters(query);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    store: oneOf('store', offeredStores(hr)),
    kind: oneOf('kind', equipmentKinds),
    holders: oneOf('holders', holders) ?? ('all' as const),
  };
  const pages = useRecordList({
    list: listEquipmentOut,
    count: countEquipmentOut,
    filters,
    cursorOf: (_, loadedCount) => ({ offset: loadedCount }),
  });
  return (
    <>
      <FilterBar
        search={{
          label: 'Search equipment',
          placeholder: 'Equipment or employee',
          className: '@2xl:w-64',
          maxLength: 100,
        }}
        fields={[
          storeFilterField(filters.store, offeredStores(hr)),
          {
            name: 'kind',
            label: 'Kind',
            options: optionsOf('Any kind', equipmentKinds, equipmentNames),
            value: filters.kind ?? '',
          },
          {
            name: 'holders',
            label: 'Held by',
            options: optionsOf('Everyone', holders, { former: 'Former employees' }),
            value: filters.holders === 'all' ? '' : filters.holders,
          },
        ]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={filterNames}
      />
      <RecordList
        pages={pages}
        one="item"
        many="equipment"
        icon={Package}
        isFiltered={filterNames.some((name) => query.get(name))}
        texts={{
          noMatch: { title: 'No equipment found', description: 'Nothing matches these filters.' },
          none: {
            title: 'No equipment is out',
            description:
              'Keys, plates, uniforms and devices appear here while employees have them.',
          },
        }}
        skeleton={['w-40', 'w-36', 'w-24']}
        isRoomy
      >
        {(rows) => (
          <RecordTable
            label="Equipment out"
            columns={columns}
            rows={rows}
            isStale={pages.isStale}
            isRoomy
            isHeadSticky
            onKeyDown={stepByKey}
          />
        )}
      </RecordList>
    </>
  );
}

const columns: RecordColumn<EquipmentOut>[] = [
  {
    name: 'Employee',
    width: 'minmax(11rem,1fr)',
    className: 'min-w-0 @max-4xl:order-1',
    show: ({ employee: { id, name, store } }) => (
      <>
        <Link
          href={`${employeeHref(id)}&tab=equipment`}
          className={clsx('block truncate', rowLinkClasses)}
        >
          {name}
        </Link>
        <HomeStore store={store} className="text-xs text-muted" />
      </>
    ),
  },
  {
    name: 'Equipment',
    width: 'minmax(11rem,1.2fr)',
    className: 'min-w-0 @max-4xl:order-3 @max-4xl:col-span-2',
    show: ({ name, note }) => (
      <>
        <span className="block truncate">{name}</span>
        {note && <span className="block truncate text-xs text-muted">{note}</span>}
      </>
    ),
  },
  {
    name: 'Kind',
    width: '6rem',
    className: clsx('@max-4xl:order-4', smallOnCard),
    show: ({ kind }) => equipmentNames[kind],
  },
  {
    name: 'Number',
    width: 'minmax(8rem,0.8fr)',
    className: clsx('truncate font-mono text-xs @max-4xl:order-5 @max-4xl:text-right', smallOnCard),
    show: ({ serial }) => serial || <span className="text-muted">–</span>,
  },
  {
    name: 'Issued',
    width: '8rem',
    className: 'tabular-nums @max-4xl:order-2 @max-4xl:text-right',
    show: ({ issuedOn, employee }) => (
      <>
        <time dateTime={issuedOn} className="block">
          {calendarDay(issuedOn)}
        </time>
        {employee.status === 'former' && <Badge tone="danger">Has left</Badge>}
      </>
    ),
  },
];
