import { sql } from 'kysely';
import {
  leadTypeNames,
  leadTypes,
  lostReasonNames,
  lostReasons,
} from '../../../../leads/server/public.ts';
import { byMonth, byStore, dayOf, percentile, ratio, storeIn, timeIn } from '../../tally/facts.ts';
import {
  firstDays,
  type TalliedGrouping,
  type TalliedMeasure,
  tallied,
} from '../../tally/tally.ts';
import { readRecords } from './records.ts';

const count = (which: ReturnType<typeof sql>) => sql`count(*) filter (where ${which})`;
const answered = count(sql`l.answered_at is not null`);
const inTime = count(sql`l.answered_at <= l.due_at`);
/** Whose time has come: answered, or due and still waiting. */
const timed = count(sql`l.answered_at is not null or l.due_at < now()`);
const set = count(sql`l.appointment_set_at is not null`);
const shown = count(sql`l.showed_at is not null`);
const sold = count(sql`l.status = 'sold'`);

const measures: TalliedMeasure[] = [
  {
    id: 'leads',
    label: 'Leads',
    formula: 'Leads received in the period, without duplicates.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sql`count(*)`,
  },
  {
    id: 'answeredShare',
    label: 'Answered',
    formula: 'Leads somebody answered ÷ leads.',
    unit: 'share',
    better: 'more',
    value: ratio(answered, sql`count(*)`),
  },
  {
    id: 'answerMinutes',
    label: 'Time to first answer',
    formula:
      'Median time from received to the first answer by a person, counted in the open hours of the store; leads nobody answered have none.',
    unit: 'minutes',
    better: 'less',
    isTarget: true,
    value: sql`${percentile(0.5, sql`l.answer_seconds`)} / 60`,
  },
  {
    id: 'inTimeShare',
    label: 'Answered in time',
    formula:
      'Leads answered within the limit of their store ÷ leads that were answered or whose time is up.',
    unit: 'share',
    better: 'more',
    value: ratio(inTime, timed),
  },
  {
    id: 'appointmentShare',
    label: 'Appointments set',
    formula: 'Leads an appointment was ever set with ÷ leads.',
    unit: 'share',
    better: 'more',
    value: ratio(set, sql`count(*)`),
  },
  {
    id: 'shownShare',
    label: 'Shown',
    formula: 'Leads who came to the store ÷ leads.',
    unit: 'share',
    better: 'more',
    value: ratio(shown, sql`count(*)`),
  },
  {
    id: 'sold',
    label: 'Sold',
    formula: 'Leads received in the period that are sold by now.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sold,
  },
  {
    id: 'soldShare',
    label: 'Closing rate',
    formula: 'Leads sold ÷ leads, whenever they were sold.',
    unit: 'share',
    better: 'more',
    value: ratio(sold, sql`count(*)`),
  },
  {
    id: 'soldOfShown',
    label: 'Sold of shown',
    formula: 'Leads who came to the store and are sold ÷ leads who came.',
    unit: 'share',
    better: 'more',
    value: ratio(count(sql`l.showed_at is not null and l.status = 'sold'`), shown),
  },
  {
    id: 'lostShare',
    label: 'Lost',
    formula: 'Leads given up ÷ leads.',
    unit: 'share',
    better: 'less',
    value: ratio(count(sql`l.status = 'lost'`), sql`count(*)`),
  },
];

export const groupings: TalliedGrouping[] = [
  byStore('l.store'),
  {
    id: 'source',
    label: 'Source',
    key: sql`l.source_id::text`,
    none: 'No source',
    numbered: {
      id: sql`l.source_id`,
      table: 'lead_sources',
      // Each store has its own; two of one name are two.
      name: sql`n.name || ' (' || initcap(n.store) || ')'`,
    },
  },
  {
    id: 'type',
    label: 'Type',
    key: sql`l.type`,
    choices: leadTypes.map((key) => ({ key, label: leadTypeNames[key] })),
  },
  {
    id: 'assignee',
    label: 'Salesperson',
    isPersonal: true,
    key: sql`l.assignee_id::text`,
    none: 'Nobody yet',
    numbered: {
      id: sql`l.assignee_id`,
      table: 'users',
      name: sql`n.shown_name`,
    },
  },
  {
    id: 'lostReason',
    label: 'Why lost',
    key: sql`l.lost_reason`,
    choices: lostReasons.map((key) => ({ key, label: lostReasonNames[key] })),
    none: 'Not lost',
  },
  byMonth(sql`l.received_at`, 'timestamptz'),
];

/** Leads by the day they came in, and what became of them since. */
export const leadsReport = tallied({
  id: 'leads',
  title: 'Leads',
  about: 'Leads by the day they came in: how fast they were answered, and what became of them.',
  measures,
  leading: ['leads', 'answerMinutes', 'inTimeShare', 'appointmentShare', 'shownShare', 'soldShare'],
  groupings,
  from: () => sql`leads l`,
  where: (asked) =>
    sql`${storeIn('l.store', asked)} and ${timeIn('l.received_at', asked)} and l.status <> 'duplicate'`,
  since: (db, asked) =>
    firstDays(
      db,
      asked,
      (store) => sql`select ${dayOf('l.received_at', asked)} from leads l
        where l.store = ${store} and l.status <> 'duplicate' order by l.received_at limit 1`,
    ),
  records: {
    columns: [
      { label: 'Received', kind: 'at' },
      { label: 'Store', kind: 'text' },
      { label: 'Customer', kind: 'text', isCustomer: true },
      { label: 'Interest', kind: 'text' },
      { label: 'Type', kind: 'text' },
      { label: 'Salesperson', kind: 'text', isPersonal: true },
      { label: 'Status', kind: 'text' },
      { label: 'First answer', kind: 'minutes' },
    ],
    read: (db, asked, page) => readRecords(db, asked, page, groupings),
  },
});
