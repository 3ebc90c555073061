import { type RawBuilder, sql } from 'kysely';
import { kindNames, kinds } from '../../../../requests/contract.ts';
import { byMonth, byStore, dayOf, percentile, ratio } from '../../tally/facts.ts';
import {
  firstDays,
  type TalliedGrouping,
  type TalliedMeasure,
  tallied,
} from '../../tally/tally.ts';
import { factsOf, readable } from './facts.ts';
import { readRecords } from './records.ts';

const count = (which: RawBuilder<unknown>) => sql`count(*) filter (where ${which})`;
const minutesUntil = (column: string) =>
  sql`date_part('epoch', ${sql.ref(`f.${column}`)} - f.at) / 60`;
const medianWhere = (column: string, which: RawBuilder<unknown>) =>
  sql`${percentile(0.5, minutesUntil(column))} filter (where ${which})`;

const isActive = sql`f.status in ('open', 'claimed')`;
const isLate = sql`(f.closed_at > f.due_at and f.status = 'done' or ${isActive} and f.due_at < now())`;
const isTimed = sql`(f.due_at is not null and (f.status = 'done' or ${isLate}))`;

const measures: TalliedMeasure[] = [
  {
    id: 'requests',
    label: 'Requests',
    formula: 'Requests asked in the period, in the channels you may read.',
    unit: 'count',
    better: null,
    value: count(sql`f.is_request`),
  },
  {
    id: 'claimMinutes',
    label: 'Time to take',
    formula:
      'Median time from asked to taken by somebody of their own accord, around the clock; requests given to somebody have none.',
    unit: 'minutes',
    better: 'less',
    value: medianWhere('claimed_at', sql`f.claimed_at is not null`),
  },
  {
    id: 'doneMinutes',
    label: 'Time to done',
    formula: 'Median time from asked to done, around the clock.',
    unit: 'minutes',
    better: 'less',
    value: medianWhere('closed_at', sql`f.status = 'done'`),
  },
  {
    id: 'overdueShare',
    label: 'Overdue',
    formula:
      'Requests done after their time, or past it and not done ÷ requests with a time that are done or past it.',
    unit: 'share',
    better: 'less',
    value: ratio(count(isLate), count(isTimed)),
  },
  {
    id: 'open',
    label: 'Still open',
    formula: 'Requests of the period that are neither done nor cancelled by now.',
    unit: 'count',
    better: 'less',
    value: count(isActive),
  },
  {
    id: 'answerMinutes',
    label: 'Time to first reply',
    formula:
      'Median time from a message to the first reply of somebody else in its thread, around the clock; messages without one do not count.',
    unit: 'minutes',
    better: 'less',
    notBy: ['owner', 'kind'],
    value: medianWhere('answered_at', sql`f.answered_at is not null`),
  },
];

const store = byStore('f.store');

export const groupings: TalliedGrouping[] = [
  { ...store, choices: [...(store.choices ?? []), { key: '', label: 'Group' }] },
  { id: 'channel', label: 'Channel', key: sql`f.channel_id`, name: sql`f.channel` },
  {
    id: 'owner',
    label: 'Owner',
    isPersonal: true,
    key: sql`f.owner_id::text`,
    name: sql`fo.shown_name`,
    none: 'Nobody yet',
    join: sql`left join users fo on fo.id = f.owner_id`,
  },
  {
    id: 'kind',
    label: 'Kind',
    key: sql`f.kind`,
    choices: kinds.map((key) => ({ key, label: kindNames[key] })),
  },
  byMonth(sql`f.at`, 'timestamptz'),
];

/** Requests by the day they were asked, in channels whoever asks may read; nothing of what was said. */
export const chatReport = tallied({
  id: 'chat',
  title: 'Requests and replies',
  about:
    'How fast requests in the chat are taken and done, and how long a question waits for a reply.',
  isByReader: true,
  measures,
  leading: ['requests', 'claimMinutes', 'doneMinutes', 'overdueShare', 'answerMinutes'],
  groupings,
  from: factsOf,
  where: () => sql`true`,
  since: (db, asked) =>
    firstDays(
      db,
      asked,
      // What is asked in a channel of the whole group is asked in each store.
      (one) => sql`select min(${dayOf('first.asked_at', asked)})
        from chat_channels c cross join lateral (
          select min(r.asked_at) as asked_at from chat_requests r where r.channel_id = c.id) first
        where ${readable(asked)} and coalesce(c.store, ${one}) = ${one}`,
    ),
  records: {
    columns: [
      { label: 'Asked', kind: 'at' },
      { label: 'Channel', kind: 'text' },
      { label: 'Kind', kind: 'text' },
      { label: 'Status', kind: 'text' },
      { label: 'Asked by', kind: 'text', isPersonal: true },
      { label: 'Owner', kind: 'text', isPersonal: true },
      { label: 'Time to take', kind: 'minutes' },
      { label: 'Time to done', kind: 'minutes' },
    ],
    read: (db, asked, page) => readRecords(db, asked, page, groupings),
  },
});
