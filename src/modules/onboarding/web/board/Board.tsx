import { DoorOpen, Plus, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { stores } from '../../../../platform/contract/access.ts';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, readFilters, storeField } from '../../../../platform/web/records/filters.ts';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
} from '../../../../platform/web/records/RecordTable.tsx';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { EmployeeAvatar } from '../../../employees/web/public.ts';
import { runKinds } from '../../contract/kinds.ts';
import { countRuns, listRuns, type RunRow } from '../../contract.ts';
import { Progress } from '../parts/Progress.tsx';
import { dayNames, runNames } from '../state/labels.ts';
import { runHref, useChoices } from '../state/useOnboarding.ts';

const StartDialog = lazyPart(() => import('../run/StartDialog.tsx'), { place: 'dialog' });

const filterNames = ['q', 'kind', 'store'] as const;

/** Everyone who starts or leaves, the next day first. */
export function Board({ scope }: { scope: 'open' | 'closed' }) {
  const { query } = useAddress();
  const { may } = useChoices();
  const [isStarting, setStarting] = useState(false);
  const { text, oneOf } = readFilters(query);
  const kind = oneOf('kind', runKinds);
  const store = oneOf('store', stores);
  const filters = { scope, q: (text('q') ?? '').slice(0, 100), kind, store };
  const pages = useRecordList({
    list: listRuns,
    count: countRuns,
    filters,
    cursorOf: (_, offset) => ({ offset }),
  });
  return (
    <>
      <FilterBar
        search={{
          label: 'Search onboarding',
          placeholder: 'Name or job title',
          className: '@2xl:w-72',
          maxLength: 100,
        }}
        fields={[
          {
            name: 'kind',
            label: 'Kind',
            options: optionsOf('Starting and leaving', runKinds, runNames),
            value: kind ?? '',
          },
          storeField(stores, store),
        ]}
        fieldClassName="flex-1 basis-36 @4xl:max-w-48"
        names={filterNames}
      />
      <RecordList
        pages={pages}
        one={scope === 'open' ? 'open list' : 'closed list'}
        actions={
          may.start &&
          scope === 'open' && (
            <Button variant="primary" onClick={() => setStarting(true)}>
              <Plus aria-hidden="true" />
              Start
            </Button>
          )
        }
        many="onboarding"
        icon={DoorOpen}
        isFiltered={filterNames.some((name) => query.get(name))}
        texts={{
          noMatch: { title: 'No one found', description: 'Nothing matches these filters.' },
          none:
            scope === 'open'
              ? {
                  title: 'No one starts or leaves',
                  description: may.start
                    ? 'Start a list for a new hire or for someone who leaves.'
                    : 'HR starts a list when someone of your team starts or leaves.',
                }
              : {
                  title: 'Nothing closed yet',
                  description: 'Finished and canceled lists are kept here.',
                },
        }}
        skeleton={['w-40', 'w-28', 'w-24']}
        isRoomy
      >
        {(rows) => (
          <RecordTable
            label="Onboarding and offboarding"
            columns={columns}
            rows={rows}
            isStale={pages.isStale}
            isRoomy
          />
        )}
      </RecordList>
      <Suspense>{isStarting && <StartDialog onClose={() => setStarting(false)} />}</Suspense>
    </>
  );
}

const columns: RecordColumn<RunRow>[] = [
  {
    name: 'Name',
    width: 'minmax(11rem,1.4fr)',
    show: ({ id, employee, jobTitle }) => (
      <span className="flex items-center gap-2.5">
        {employee.id === null ? (
          <Avatar name={employee.name} size="md" />
        ) : (
          <EmployeeAvatar userId={employee.id} name={employee.name} size="md" />
        )}
        <span className="min-w-0">
          <Link href={runHref(id)} className={rowLinkClasses}>
            {employee.name}
          </Link>
          <span className="block truncate text-xs text-muted">{jobTitle || 'No job title'}</span>
        </span>
      </span>
    ),
  },
  {
    name: 'Kind',
    width: 'minmax(6.5rem,8rem)',
    className: '@max-4xl:order-2 @max-4xl:text-right',
    show: ({ kind, endedAt, outcome }) =>
      outcome === 'canceled' ? (
        <Badge>Canceled</Badge>
      ) : endedAt ? (
        <Badge tone="neutral">Account ended</Badge>
      ) : (
        <Badge tone={kind === 'onboarding' ? 'success' : 'info'}>{runNames[kind]}</Badge>
      ),
  },
  {
    name: 'Day',
    width: 'minmax(6rem,9rem)',
    className: `@max-4xl:order-3 ${smallOnCard}`,
    show: ({ kind, day }) => (
      <span className="min-w-0">
        <span className="block whitespace-nowrap">{calendarDay(day)}</span>
        <span className="block text-xs text-muted">{dayNames[kind]}</span>
      </span>
    ),
  },
  {
    name: 'Manager',
    width: 'minmax(6.5rem,1fr)',
    className: `@max-4xl:order-6 ${smallOnCard}`,
    show: ({ manager }) => manager?.name ?? <span className="text-muted">No manager</span>,
  },
  {
    name: 'Store',
    width: 'minmax(6rem,7rem)',
    className: `@max-4xl:order-5 ${smallOnCard}`,
    show: ({ store, department }) => (
      <span className="min-w-0">
        {store ? <StoreMark store={store} /> : 'Whole group'}
        {department && (
          <span className="block text-xs text-muted">{departmentNames[department]}</span>
        )}
      </span>
    ),
  },
  {
    name: 'Progress',
    width: 'minmax(11rem,13rem)',
    className: '@max-4xl:order-4 @max-4xl:justify-self-end',
    show: ({ employee, done, total, overdue }) => (
      <span className="flex flex-col items-start gap-1">
        <Progress name={employee.name} done={done} total={total} />
        {overdue > 0 && (
          <Badge tone="warning" icon={TriangleAlert}>
            {`${overdue} overdue`}
          </Badge>
        )}
      </span>
    ),
  },
];
