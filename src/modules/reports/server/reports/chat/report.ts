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
    formula: 'Requests made in the period, in channels you can read.',
    unit: 'count',
    better: null,
    value: count(sql`f.is_request`),
  },
  {
    id: 'claimMinutes',
    label: 'Time to claim',
    formula: 'Median time from request to claim, around the clock. Assigned requests do not count.',
    unit: 'minutes',
    better: 'less',
    value: medianWhere('claimed_at', sql`f.claimed_at is not null`),
  },
  {
    id: 'doneMinutes',
    label: 'Time to complete',
    formula: 'Median time from request to done, around the clock.',
    unit: 'minutes',
    better: 'less',
    value: medianWhere('closed_at', sql`f.status = 'done'`),
  },
  {
    id: 'overdueShare',
    label: 'Overdue',
    formula: 'Requests done late or overdue ÷ requests with a due time that are done or overdue.',
    unit: 'share',
    better: 'less',
    value: ratio(count(isLate), count(isTimed)),
  },
  {
    id: 'open',
    label: 'Still open',
    formula: 'Requests of the period that are not done or canceled yet.',
    unit: 'count',
    better: 'less',
    value: count(isActive),
  },
  {
    id: 'answerMinutes',
    label: 'Time to first reply',
    formula:
      'Median time from a message to the first reply by someone else in its thread, around the clock. Messages without a reply do not count.',
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
    none: 'Unassigned',
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

/** Requests by the day they were made, in channels the reader may read; never the message text. */
export const chatReport = tallied({
  id: 'chat',
  title: 'Requests and replies',
  about:
    'How fast chat requests are claimed and completed, and how long messages wait for a reply.',
  isByReader: true,
  measures,
  leading: ['requests', 'claimMinutes', 'doneMinutes', 'overdueShare', 'answerMinutes'],
  groupings,
  from: factsOf,
  where: () => sql`true`,
  since: (db, query) =>
    firstDays(
      db,
      query,
      // A request in a group-wide channel counts for every store.
      (one) => sql`select min(${dayOf('first.asked_at', query)})
        from chat_channels c cross join lateral (
          select min(r.asked_at) as asked_at from chat_requests r where r.channel_id = c.id) first
        where ${readable(query)} and coalesce(c.store, ${one}) = ${one}`,
    ),
  records: {
    columns: [
      { label: 'Requested', kind: 'at' },
      { label: 'Channel', kind: 'text' },
      { label: 'Kind', kind: 'text' },
      { label: 'Status', kind: 'text' },
      { label: 'Requested by', kind: 'text', isPersonal: true },
      { label: 'Owner', kind: 'text', isPersonal: true },
      { label: 'Time to claim', kind: 'minutes' },
      { label: 'Time to complete', kind: 'minutes' },
    ],
    read: (db, query, page) => readRecords(db, query, page, groupings),
  },
});
