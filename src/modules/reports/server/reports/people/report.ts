import { sql } from 'kysely';
import { departmentNames, storeNames } from '../../../../../platform/contract/names.ts';
import { addDays } from '../../../../../platform/contract/wallTime.ts';
import type { ReportRecord } from '../../../contract/report.ts';
import type { ReadQuery, Report } from '../../report.ts';
import { dayOf } from '../../tally/facts.ts';
import { isBehind } from '../../tally/pages.ts';
import { firstDays } from '../../tally/tally.ts';
import { measures } from './measures.ts';
import { readPeople, spanOf } from './read.ts';
import { dayAt, groupings, type Member, nameOf, readStaff } from './staff.ts';

/** Hours by the day they were worked, only of employees whose hours the reader manages. */
export const peopleReport: Report = {
  id: 'people',
  title: 'Employees and hours',
  about: 'Hours, overtime and timesheet problems of the employees whose hours you manage.',
  measures,
  leading: ['hours', 'overtime', 'overtimeShare', 'missedBreaks', 'approvedShare', 'headcount'],
  groupings,
  isByReader: true,
  isFor: { may: ({ people }) => people, requirement: 'a manager role or above' },
  read: readPeople,
  since: (db, query) =>
    firstDays(
      db,
      query,
      (store) => sql`select min(first.day) from users u cross join lateral (
        select ${dayOf('t.at', query)} as day from time_punches t where t.user_id = u.id
        order by t.at limit 1) first
        where u.store_access && array[${store}, 'all']`,
    ),
  records: {
    columns: [
      { label: 'Week of', kind: 'day' },
      { label: 'Employee', kind: 'text', isPersonal: true },
      { label: 'Department', kind: 'text' },
      { label: 'Hours', kind: 'hours' },
      { label: 'Overtime', kind: 'hours' },
      { label: 'Missed breaks', kind: 'count' },
      { label: 'Missing clock-outs', kind: 'count' },
      { label: 'Approval', kind: 'text' },
      { label: 'Store', kind: 'text' },
    ],
    async read(db, query, { after, limit }) {
      // Only for its validation; paging happens in memory below.
      isBehind(after, sql``, sql``);
      const weeks = (await readStaff(db, query)).flatMap((member) => weeksOf(member, query));
      const placed = weeks
        .filter(({ place }) => after === undefined || place < placeOf(after))
        .toSorted((a, b) => (a.place < b.place ? 1 : -1));
      const page = placed.slice(0, limit);
      const last = page.at(-1);
      const next = placed.length > limit && last ? last.next : null;
      return { records: page.map(({ record }) => record), next };
    },
  },
};

const stateNames = {
  open: 'Open',
  approved: 'Approved',
  changed: 'Changed since approval',
} as const;
const hours = (ms: number) => ms / 3_600_000;
const placeOf = (next: string) => {
  const [day = '', id = ''] = next.split('_');
  return `${day.slice(0, 10)} ${id.padStart(15, '0')}`;
};

/** An employee’s weeks, limited to the requested days. */
function weeksOf(member: Member, query: ReadQuery) {
  const { person, weeks } = member;
  const { from, to } = spanOf(query);
  return weeks.flatMap(({ start, state, days }) => {
    const own = days
      .filter(({ date }) => date >= from && date <= to)
      .map((day) => dayAt(member, day, query));
    const sum = (of: (day: (typeof own)[number]) => number) =>
      own.reduce((all, day) => all + of(day), 0);
    const paidMs = sum((day) => day.paidMs);
    const missing = sum(({ noClockOut }) => (noClockOut ? 1 : 0));
    const worked = new Set(own.flatMap(({ stores: ofDay }) => ofDay));
    if (start > to || addDays(start, 6) < from || paidMs + missing === 0) return [];
    const next = `${start}_${person.id}`;
    const record: ReportRecord = {
      id: `${person.id}-${start}`,
      // Timesheets need another permission that is not part of the scope.
      href: null,
      cells: [
        start,
        nameOf(person),
        person.department ? departmentNames[person.department] : null,
        hours(paidMs),
        hours(sum((day) => day.overtimeMs)),
        sum(({ missedBreak }) => (missedBreak ? 1 : 0)),
        missing,
        stateNames[state],
        [...worked].map((store) => (store ? storeNames[store] : 'Not recorded')).join(', '),
      ],
    };
    return [{ next, place: placeOf(next), record }];
  });
}
