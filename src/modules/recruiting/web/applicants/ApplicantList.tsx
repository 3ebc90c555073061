import { Paperclip, Plus, UserRoundSearch } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { homeStoreName, homeStoreNames } from '../../../../platform/contract/names.ts';
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
import { shortTime } from '../../../../platform/web/time/moments.ts';
import { agoText } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  type ApplicantRow,
  type Choices,
  countApplicants,
  listApplicants,
  stages,
} from '../../contract.ts';
import {
  applicantHref,
  offeredStores,
  sourceNames,
  stageNames,
  stageTones,
} from '../state/labels.ts';
import { usePositions } from '../state/useRecruiting.ts';

const ApplicantDialog = lazyPart(() => import('../applicant/ApplicantDialog.tsx'), {
  place: 'dialog',
});

const names = ['q', 'positionId', 'stage', 'store'] as const;
const stageFilters = [...stages, 'all'] as const;

/** Applicants of all positions, or of one. */
export function ApplicantList({ choices }: { choices: Choices }) {
  const { query } = useAddress();
  const [, navigate] = useLocation();
  const [isAdding, setAdding] = useState(false);
  const { text, oneOf, id } = readFilters(query);
  const stores = offeredStores(choices);
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    positionId: id('positionId'),
    stage: oneOf('stage', stageFilters),
    store: oneOf('store', stores),
  };
  const positions = usePositions(filters.positionId);
  const pages = useRecordList({
    list: listApplicants,
    count: countApplicants,
    filters,
    cursorOf: (_, offset) => ({ offset }),
  });
  const open = positions?.filter(({ may }) => may.addApplicants) ?? [];
  return (
    <>
      <FilterBar
        search={{
          label: 'Search applicants',
          placeholder: 'Name, email, phone',
          className: '@2xl:w-full @4xl:w-56',
          maxLength: 100,
        }}
        fields={[
          {
            name: 'positionId',
            label: 'Position',
            options: [
              { value: '', label: 'All positions' },
              ...(positions ?? []).map((one) => ({
                value: String(one.id),
                label: `${one.jobTitle}, ${homeStoreName(one.store)}`,
              })),
            ],
            value: String(filters.positionId ?? ''),
          },
          {
            name: 'stage',
            label: 'Stage',
            options: optionsOf('In progress', stageFilters, { ...stageNames, all: 'All stages' }),
            value: filters.stage ?? '',
          },
          stores.length > 1 && {
            name: 'store',
            label: 'Store',
            options: optionsOf('All stores', stores, homeStoreNames),
            value: filters.store ?? '',
          },
        ]}
        fieldClassName="flex-1 basis-32 @4xl:max-w-44"
        names={names}
      />
      <RecordList
        pages={pages}
        one="applicant"
        actions={
          open.length > 0 && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              Add applicant
            </Button>
          )
        }
        many="applicants"
        icon={UserRoundSearch}
        isFiltered={names.some((name) => query.get(name))}
        texts={{
          noMatch: {
            title: 'No applicants found',
            description: 'No applicant matches these filters.',
          },
          none: {
            title: 'No applicants in progress',
            description: 'Applicants appear here until they are hired, rejected or withdraw.',
          },
        }}
        skeleton={['w-44', 'w-36', 'w-20']}
        isRoomy
      >
        {(rows) => (
          <RecordTable
            label="Applicants"
            columns={columns}
            rows={rows}
            isStale={pages.isStale}
            isRoomy
          />
        )}
      </RecordList>
      <Suspense>
        {isAdding && (
          <ApplicantDialog
            positions={open}
            positionId={filters.positionId}
            onSaved={({ id: added }) => navigate(applicantHref(added))}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const columns: RecordColumn<ApplicantRow>[] = [
  {
    name: 'Applicant',
    width: 'minmax(9rem,1.2fr)',
    className: 'min-w-0 @max-4xl:order-1',
    show: ({ id, name, paperCount }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Link href={applicantHref(id)} className={`min-w-0 truncate ${rowLinkClasses}`}>
          {name}
        </Link>
        {paperCount > 0 && (
          <span className="inline-flex items-center gap-0.5 text-xs text-muted tabular-nums">
            <Paperclip aria-hidden="true" className="size-3" />
            <span className="sr-only">Files:</span>
            {paperCount}
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'Stage',
    width: 'minmax(6rem,7rem)',
    className: '@max-4xl:order-2 @max-4xl:text-right',
    show: ({ stage }) => <Badge tone={stageTones[stage]}>{stageNames[stage]}</Badge>,
  },
  {
    name: 'Position',
    width: 'minmax(9rem,1.2fr)',
    className: `min-w-0 @max-4xl:order-3 ${smallOnCard}`,
    show: ({ position }) => (
      <>
        <span className="block truncate">{position.jobTitle}</span>
        <span className="block truncate text-xs text-muted">{homeStoreName(position.store)}</span>
      </>
    ),
  },
  {
    name: 'In stage since',
    width: 'minmax(6rem,8rem)',
    className: `@max-4xl:order-4 @max-4xl:text-right ${smallOnCard}`,
    show: ({ stageSince }) => <time dateTime={stageSince}>{agoText(stageSince)}</time>,
  },
  {
    name: 'Next interview',
    width: 'minmax(7rem,10rem)',
    className: `tabular-nums @max-4xl:order-5 ${smallOnCard}`,
    show: ({ nextInterviewAt }) =>
      nextInterviewAt ? (
        <time dateTime={nextInterviewAt}>{shortTime(nextInterviewAt)}</time>
      ) : (
        <span className="text-muted @max-4xl:hidden">–</span>
      ),
  },
  {
    name: 'Source',
    width: 'minmax(5rem,7rem)',
    className: 'truncate @max-4xl:hidden',
    show: ({ source }) => sourceNames[source],
  },
  {
    name: 'Applied',
    width: 'minmax(5.75rem,7rem)',
    className: 'tabular-nums @max-4xl:hidden',
    show: ({ appliedOn }) => calendarDay(appliedOn),
  },
];
