import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { departments, stores } from '../../../../platform/contract/access.ts';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { departmentNames } from '../../../../platform/contract/names.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, readFilters, storeField } from '../../../../platform/web/records/filters.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { clockTime } from '../../../../platform/web/time/moments.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useAvatar } from '../../../people/web/public.ts';
import {
  type AttendanceRow,
  type AttendanceState,
  getAttendance,
  type Place,
} from '../../contract/week.ts';
import { Steps } from '../parts/Steps.tsx';
import { attendanceNames, attendanceTones, durationText, placeText } from '../state/labels.ts';

const refreshIntervalMs = 30_000;

/** What needs attention first. */
const groups: readonly { title: string; states: readonly AttendanceState[] }[] = [
  { title: 'Not in', states: ['not_in', 'no_show'] },
  { title: 'Due now', states: ['due'] },
  { title: 'Late', states: ['late'] },
  { title: 'In', states: ['early', 'on_time'] },
  { title: 'Later', states: ['upcoming'] },
  { title: 'Not tracked', states: ['away', 'unknown'] },
];

/** The shifts of a day against the time clock. */
export default function NowView({ places }: { places: readonly Place[] }) {
  const { query, setQuery } = useAddress();
  const { oneOf, text } = readFilters(query);
  const filters = {
    date: /^20\d\d-\d\d-\d\d$/.test(text('date') ?? '') ? text('date') : undefined,
    store: oneOf('store', stores),
    department: oneOf('department', departments),
  };
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getAttendance, { query: filters }),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  if (!data && error) return <NotLoaded what="attendance" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  const { date, today, rows } = data;
  const own = departments.filter((one) => places.some((place) => place.department === one));
  const show = (next: string) => setQuery({ date: next === today ? null : next });
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Steps
          unit="day"
          title={date === today ? `Today, ${weekdayDay(date)}` : weekdayDay(date)}
          isCurrent={date === today}
          currentLabel="Today"
          onStep={(step) => show(addDays(date, step))}
          onCurrent={() => show(today)}
        />
        <Summary rows={rows} />
      </div>
      <FilterBar
        fields={[
          storeField(data.stores, filters.store),
          {
            name: 'department',
            label: 'Department',
            options: optionsOf('All departments', own, departmentNames),
            value: filters.department ?? '',
          },
        ]}
        fieldClassName="flex-1 basis-36 @2xl:max-w-44"
        names={['store', 'department']}
      />
      {rows.length === 0 ? (
        <EmptyState
          title="No published shifts"
          description="Once shifts are published for this day, you can see here who is in and who is late."
        />
      ) : (
        groups.map((group) => <Group key={group.title} {...group} rows={rows} />)
      )}
    </div>
  );
}

function Summary({ rows }: { rows: readonly AttendanceRow[] }) {
  const count = (...states: AttendanceState[]) =>
    rows.filter(({ state }) => states.includes(state)).length;
  const notIn = count('not_in', 'no_show');
  const late = count('late');
  const isIn = rows.filter(({ arrivedAt, leftAt }) => arrivedAt && !leftAt).length;
  return (
    <p aria-live="polite" className="flex flex-wrap gap-2 text-sm">
      <Badge tone={notIn > 0 ? 'danger' : 'neutral'} icon={CircleAlert}>{`${notIn} not in`}</Badge>
      <Badge tone={late > 0 ? 'warning' : 'neutral'} icon={Clock}>{`${late} late`}</Badge>
      <Badge tone={isIn > 0 ? 'success' : 'neutral'} icon={CircleCheck}>{`${isIn} in now`}</Badge>
    </p>
  );
}

interface GroupProps {
  title: string;
  states: readonly AttendanceState[];
  rows: readonly AttendanceRow[];
}

function Group({ title, states, rows }: GroupProps) {
  const shown = rows.filter(({ state }) => states.includes(state));
  if (shown.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="flex items-baseline gap-2 border-b border-border pb-1.5 text-sm font-semibold text-text">
        {title}
        <span className="font-normal text-muted tabular-nums">{shown.length}</span>
      </h3>
      <ul className="divide-y divide-border">
        {shown.map((row) => (
          <Row key={row.shiftId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row }: { row: AttendanceRow }) {
  const { person, startAt, endAt, role, state, leftEarlyMinutes } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
      <span className="flex min-w-0 flex-1 basis-56 items-center gap-2.5">
        <Avatar name={person.name} src={useAvatar(person.id)} size="sm" />
        <span className="min-w-0">
          <span className="block truncate text-base text-text">{person.name}</span>
          <span className="block truncate text-muted">
            {[placeText(row), role].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
      <span className="basis-44 text-text tabular-nums">
        {clockTime(startAt)} – {clockTime(endAt)}
      </span>
      <span className="flex basis-72 flex-wrap items-center gap-2 text-muted tabular-nums">
        <Badge tone={attendanceTones[state]}>{stateText(row)}</Badge>
        {leftEarlyMinutes > 0 && (
          <Badge tone="warning">{`Left ${durationText(leftEarlyMinutes)} early`}</Badge>
        )}
        {clockText(row)}
      </span>
    </li>
  );
}

function stateText({ state, minutes }: AttendanceRow): string {
  const name = attendanceNames[state];
  const counts = state === 'late' || state === 'early' || state === 'not_in';
  return counts && minutes > 0 ? `${name}, ${durationText(minutes)}` : name;
}

function clockText({ arrivedAt, leftAt }: AttendanceRow): string {
  if (!arrivedAt) return '';
  const since = `In at ${clockTime(arrivedAt)}`;
  return leftAt ? `${since}, out at ${clockTime(leftAt)}` : since;
}
