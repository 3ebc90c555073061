import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import {
  getClockStop,
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
/** The clock stopped, or is past its limit. */
const timed = count(sql`l.answered_at is not null or l.due_at < now()`);
const set = count(sql`l.appointment_set_at is not null`);
const missed = count(sql`l.no_show_at is not null and l.appointment_set_at is not null`);
const contacted = count(sql`l.contacted_at is not null`);
const shown = count(sql`l.has_shown`);
const sold = count(sql`l.status = 'sold'`);

const measures: TalliedMeasure[] = [
  {
    id: 'leads',
    label: 'Leads',
    formula: 'Leads received in the period, excluding duplicates.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sql`count(*)`,
  },
  {
    id: 'answeredShare',
    label: 'Responded',
    formula: 'Leads whose response clock has stopped ÷ leads.',
    unit: 'share',
    better: 'more',
    value: ratio(answered, sql`count(*)`),
  },
  {
    id: 'answerMinutes',
    label: 'Response time',
    formula: 'Median time on the response clock, within the store’s opening hours.',
    unit: 'minutes',
    better: 'less',
    isTarget: true,
    value: sql`${percentile(0.5, sql`l.answer_seconds`)} / 60`,
  },
  {
    id: 'inTimeShare',
    label: 'Responded on time',
    formula:
      'Leads whose response clock stopped within the store’s time limit ÷ leads whose clock has stopped or is past the limit.',
    unit: 'share',
    better: 'more',
    value: ratio(inTime, timed),
  },
  {
    id: 'contactShare',
    label: 'Contact rate',
    formula:
      'Leads whose customer was reached ÷ leads. An unanswered call or message is an attempt.',
    unit: 'share',
    better: 'more',
    value: ratio(contacted, sql`count(*)`),
  },
  {
    id: 'appointmentShare',
    label: 'Appointments set',
    formula: 'Leads with an appointment ÷ leads.',
    unit: 'share',
    better: 'more',
    value: ratio(set, sql`count(*)`),
  },
  {
    id: 'noShowShare',
    label: 'No-shows',
    formula: 'Leads with a missed appointment ÷ leads with an appointment.',
    unit: 'share',
    better: 'less',
    value: ratio(missed, set),
  },
  {
    id: 'shownShare',
    label: 'Showed',
    formula:
      'Leads who visited the store ÷ leads. A sold lead visited, unless it was sold remotely.',
    unit: 'share',
    better: 'more',
    value: ratio(shown, sql`count(*)`),
  },
  {
    id: 'firstVisits',
    label: 'First visits',
    formula: 'Leads who visited the store. A sold lead visited, unless it was sold remotely.',
    unit: 'count',
    better: 'more',
    value: shown,
  },
  {
    id: 'beBacks',
    label: 'Be-backs',
    formula: 'Visits of leads who had visited the store before and came back.',
    unit: 'count',
    better: 'more',
    value: sql`coalesce(sum(l.be_backs), 0)`,
  },
  {
    id: 'sold',
    label: 'Sold',
    formula: 'Leads received in the period that have been sold since.',
    unit: 'count',
    better: 'more',
    isTarget: true,
    value: sold,
  },
  {
    id: 'soldShare',
    label: 'Closing rate',
    formula: 'Leads sold at any time ÷ leads.',
    unit: 'share',
    better: 'more',
    value: ratio(sold, sql`count(*)`),
  },
  {
    id: 'soldOfShown',
    label: 'Sold after visit',
    formula: 'Sold leads who visited the store ÷ leads who visited. Remote sales do not count.',
    unit: 'share',
    better: 'more',
    value: ratio(count(sql`l.has_shown and l.status = 'sold'`), shown),
  },
  {
    id: 'lostShare',
    label: 'Lost',
    formula: 'Lost leads ÷ leads.',
    unit: 'share',
    better: 'less',
    value: ratio(count(sql`l.status = 'lost'`), sql`count(*)`),
  },
];

/** What the response clock measures is a setting of the group. */
async function formulasOf(db: Db<AnyTables>) {
  const [stop, what] =
    (await getClockStop(db)) === 'attempt'
      ? ['the first attempt to reach the customer', 'an attempt to reach the customer']
      : ['the first contact with the customer', 'a contact with the customer'];
  return {
    answeredShare: `Leads with ${what} ÷ leads.`,
    answerMinutes: `Median time from receipt to ${stop}, within the store’s opening hours. Leads without one do not count.`,
    inTimeShare: `Leads with ${what} within the store’s time limit ÷ leads with ${what} or past the limit.`,
  };
}

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
      // Each store has its own sources, so two may share a name.
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
    none: 'Unassigned',
    numbered: {
      id: sql`l.assignee_id`,
      table: 'users',
      name: sql`n.shown_name`,
    },
  },
  {
    id: 'lostReason',
    label: 'Lost reason',
    key: sql`l.lost_reason`,
    choices: lostReasons.map((key) => ({ key, label: lostReasonNames[key] })),
    none: 'Not lost',
  },
  byMonth(sql`l.received_at`, 'timestamptz'),
];

/** Leads by the day they were received, with their outcome to date. */
export const leadsReport = tallied({
  id: 'leads',
  title: 'Leads',
  about: 'Leads by the day they were received: response times and outcomes.',
  measures,
  formulas: formulasOf,
  leading: [
    'leads',
    'answerMinutes',
    'contactShare',
    'appointmentShare',
    'shownShare',
    'soldShare',
  ],
  groupings,
  from: () => sql`leads l`,
  where: (query) =>
    sql`${storeIn('l.store', query)} and ${timeIn('l.received_at', query)} and l.status <> 'duplicate'`,
  since: (db, query) =>
    firstDays(
      db,
      query,
      (store) => sql`select ${dayOf('l.received_at', query)} from leads l
        where l.store = ${store} and l.status <> 'duplicate' order by l.received_at limit 1`,
    ),
  records: {
    columns: [
      { label: 'Received', kind: 'at' },
      { label: 'Store', kind: 'text' },
      { label: 'Customer', kind: 'text', customerOf: 'leads' },
      { label: 'Interest', kind: 'text' },
      { label: 'Type', kind: 'text' },
      { label: 'Salesperson', kind: 'text', isPersonal: true },
      { label: 'Status', kind: 'text' },
      { label: 'Response time', kind: 'minutes' },
    ],
    read: (db, query, page) => readRecords(db, query, page, groupings),
  },
});
