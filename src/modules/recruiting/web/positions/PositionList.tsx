import { Briefcase, Pencil, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { departments } from '../../../../platform/contract/access.ts';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import {
  departmentNames,
  homeStoreName,
  homeStoreNames,
} from '../../../../platform/contract/names.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, readFilters } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
} from '../../../../platform/web/records/RecordTable.tsx';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import {
  type Choices,
  countPositions,
  listPositions,
  type Position,
  positionStatuses,
} from '../../contract.ts';
import { applicantsHref, offeredStores, statusNames, statusTones } from '../state/labels.ts';

const PositionDialog = lazyPart(() => import('./PositionDialog.tsx'), { place: 'dialog' });

const names = ['q', 'store', 'department', 'status'] as const;

/** Positions to be filled, with how far their applicants are. */
export function PositionList({ choices }: { choices: Choices }) {
  const { query } = useAddress();
  const [edited, setEdited] = useState<Position | 'new'>();
  const { text, oneOf } = readFilters(query);
  const stores = offeredStores(choices);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    store: oneOf('store', stores),
    department: oneOf('department', departments),
    status: oneOf('status', positionStatuses),
  };
  const pages = useRecordList({
    list: listPositions,
    count: countPositions,
    filters,
    cursorOf: (_, offset) => ({ offset }),
  });
  return (
    <>
      <FilterBar
        search={{
          label: 'Search positions',
          placeholder: 'Job title',
          className: '@2xl:w-full @4xl:w-56',
          maxLength: 100,
        }}
        fields={[
          stores.length > 1 && {
            name: 'store',
            label: 'Store',
            options: optionsOf('All stores', stores, homeStoreNames),
            value: filters.store ?? '',
          },
          {
            name: 'department',
            label: 'Department',
            options: optionsOf('All departments', departments, departmentNames),
            value: filters.department ?? '',
          },
          {
            name: 'status',
            label: 'Status',
            options: optionsOf('Open and on hold', positionStatuses, statusNames),
            value: filters.status ?? '',
          },
        ]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={names}
      />
      <RecordList
        pages={pages}
        one="position"
        actions={
          choices.mayWrite && (
            <Button variant="primary" onClick={() => setEdited('new')}>
              <Plus aria-hidden="true" />
              Open position
            </Button>
          )
        }
        many="positions"
        icon={Briefcase}
        isFiltered={names.some((name) => query.get(name))}
        texts={{
          noMatch: {
            title: 'No positions found',
            description: 'No position matches these filters.',
          },
          none: {
            title: 'No open positions',
            description: choices.mayWrite
              ? 'Open a position to add applicants to it.'
              : 'Positions you hire for appear here.',
          },
        }}
        skeleton={['w-52', 'w-32', 'w-24']}
        isRoomy
      >
        {(rows) => (
          <RecordTable
            label="Positions"
            columns={columnsFor(setEdited)}
            rows={rows}
            isStale={pages.isStale}
            isRoomy
          />
        )}
      </RecordList>
      <Suspense>
        {edited && (
          <PositionDialog
            choices={choices}
            position={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

const inProgress = ['applied', 'screening', 'interview', 'offer'] as const;
const shortNames = {
  applied: 'new',
  screening: 'screening',
  interview: 'interview',
  offer: 'offer',
};

function progressOf({ counts }: Position): string {
  const parts = inProgress.flatMap((stage) =>
    counts[stage] ? [`${counts[stage]} ${shortNames[stage]}`] : [],
  );
  return parts.join(' · ') || 'No applicants in progress';
}

const columnsFor = (onEdit: (position: Position) => void): RecordColumn<Position>[] => [
  {
    name: 'Position',
    width: 'minmax(10rem,1.4fr)',
    className: 'min-w-0 @max-4xl:order-1',
    show: ({ id, jobTitle, department }) => (
      <>
        <Link href={applicantsHref(id)} className={`block truncate ${rowLinkClasses}`}>
          {jobTitle}
        </Link>
        <span className="block truncate text-xs text-muted">{departmentNames[department]}</span>
      </>
    ),
  },
  {
    name: 'Status',
    width: 'minmax(4.5rem,6rem)',
    className: '@max-4xl:order-2 @max-4xl:text-right',
    show: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
  },
  {
    name: 'Store',
    width: 'minmax(6rem,0.7fr)',
    className: `truncate @max-4xl:order-3 ${smallOnCard}`,
    show: ({ store }) => (store ? <StoreMark store={store} /> : homeStoreName(store)),
  },
  {
    name: 'Hiring manager',
    width: 'minmax(7rem,0.9fr)',
    className: 'truncate @max-4xl:hidden',
    show: ({ manager }) => manager.name,
  },
  {
    name: 'Applicants',
    width: 'minmax(8.5rem,1.2fr)',
    className: `truncate @max-4xl:order-5 ${smallOnCard}`,
    show: progressOf,
  },
  {
    name: 'Hired',
    width: 'minmax(4rem,5rem)',
    className: `tabular-nums @max-4xl:order-4 @max-4xl:text-right ${smallOnCard}`,
    show: ({ hired, openings }) => (
      <>
        {`${hired} of ${openings}`}
        <span className="@4xl:hidden"> hired</span>
      </>
    ),
  },
  {
    name: 'Start',
    width: 'minmax(5.75rem,7rem)',
    className: 'tabular-nums @max-4xl:hidden',
    show: ({ startOn }) => (startOn ? calendarDay(startOn) : <span className="text-muted">–</span>),
  },
  {
    name: 'Actions',
    heading: <span className="sr-only">Actions</span>,
    width: '2.5rem',
    className: 'relative z-10 @max-4xl:order-6 @max-4xl:text-right',
    show: (position) =>
      position.may.edit && (
        <IconButton
          label={`Edit ${position.jobTitle}`}
          icon={Pencil}
          size="sm"
          onClick={() => onEdit(position)}
        />
      ),
  },
];
