import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { departments, type Store } from '../../../../platform/contract/access.ts';
import { daysText, longMonth } from '../../../../platform/contract/calendar.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { addDays, weekStartOf } from '../../../../platform/contract/wallTime.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { optionsOf, readFilters } from '../../../../platform/web/records/filters.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { getCalendar } from '../../contract/calendar.ts';
import { blockClasses } from '../parts/KindMark.tsx';
import { useKindsInUse } from '../state/useTimeOff.ts';
import { DayList } from './DayList.tsx';
import { MonthGrid } from './MonthGrid.tsx';

/** Who is away at one’s stores: people by row, or day by day on a phone. */
export default function CalendarView({ stores }: { stores: readonly Store[] }) {
  const { query, setQuery } = useAddress();
  const { oneOf } = readFilters(query);
  const period = oneOf('period', ['week', 'month']) ?? 'month';
  const date = dateIn(query.get('date'));
  const span = spanOf(date, period);
  const store = oneOf('store', stores);
  const department = oneOf('department', departments);
  const showsAll = query.get('people') === 'all';
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOptionsFor(getCalendar, { query: { ...span, store, department } }),
    placeholderData: keepPreviousData,
  });
  const people = data?.people.filter(({ absences }) => showsAll || absences.length > 0) ?? [];
  const show = (to: string) => setQuery({ date: to === today() ? null : to });
  return (
    <div className="@container flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-2">
          <div className="flex">
            <IconButton
              label={`Previous ${period}`}
              icon={ChevronLeft}
              onClick={() => show(spanOf(addDays(span.from, -1), period).from)}
            />
            <IconButton
              label={`Next ${period}`}
              icon={ChevronRight}
              onClick={() => show(addDays(span.to, 1))}
            />
          </div>
          <h2 aria-live="polite" className="text-lg font-semibold text-text tabular-nums">
            {period === 'month' ? longMonth(span.from.slice(0, 7)) : daysText(span.from, span.to)}
          </h2>
          <Button size="sm" onClick={() => show(today())}>
            Today
          </Button>
        </div>
        <div className="grid w-full grid-cols-2 items-end gap-3 @3xl:flex @3xl:w-auto">
          <SelectField
            label="Period"
            className="@3xl:w-32"
            options={[
              { value: 'month', label: 'Month' },
              { value: 'week', label: 'Week' },
            ]}
            value={period}
            onChange={({ target }) =>
              setQuery({ period: target.value === 'month' ? null : target.value })
            }
          />
          {stores.length > 1 && (
            <SelectField
              label="Store"
              className="@3xl:w-40"
              options={optionsOf('All my stores', stores, storeNames)}
              value={store ?? ''}
              onChange={({ target }) => setQuery({ store: target.value })}
            />
          )}
          <SelectField
            label="Department"
            className="@3xl:w-44"
            options={optionsOf('All departments', departments, departmentNames)}
            value={department ?? ''}
            onChange={({ target }) => setQuery({ department: target.value })}
          />
        </div>
      </div>
      <Switch
        label="Show everyone"
        hint="Not only those who are away"
        className="max-w-xs @max-3xl:hidden"
        checked={showsAll}
        onCheckedChange={(isAll) => setQuery({ people: isAll ? 'all' : null })}
      />
      {error && !data && <NotLoaded what="the calendar" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <div className="@max-3xl:hidden">
            <MonthGrid calendar={data} people={people} span={span} />
          </div>
          <div className="@3xl:hidden">
            <DayList calendar={data} span={span} />
          </div>
          <Legend />
        </div>
      )}
    </div>
  );
}

const dateIn = (text: string | null): string =>
  text && /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : today();

function spanOf(date: string, period: 'week' | 'month'): { from: string; to: string } {
  if (period === 'week') {
    const from = weekStartOf(date, 0);
    return { from, to: addDays(from, 6) };
  }
  const from = `${date.slice(0, 7)}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

function Legend() {
  const kinds = useKindsInUse();
  return (
    <ul
      aria-label="Kinds"
      className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted @max-3xl:hidden"
    >
      {kinds.map(({ id, name, tone }) => (
        <LegendItem key={id} className={blockClasses(tone)}>
          {name}
        </LegendItem>
      ))}
      <LegendItem className="border border-dashed border-border-strong">Pending</LegendItem>
      <LegendItem className="bg-sunken">Weekend or holiday</LegendItem>
    </ul>
  );
}

function LegendItem({ className, children }: { className: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-3 rounded-sm ${className}`} />
      {children}
    </li>
  );
}
