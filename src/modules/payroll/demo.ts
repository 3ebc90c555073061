import { sql } from 'kysely';
import { stream } from '../../../db/demo/random.ts';
import { uuidv7 } from '../../../db/demo/uuid.ts';
import { addDays, dateAt, weekStartOf } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { findManagers } from '../employees/server/public.ts';
import { getTimezone } from '../organization/server/public.ts';
import { type Codes, defaultCodes } from './contract/exports.ts';
import { type Period, periodOf } from './contract/periods.ts';
import { type Unit, unitOf, units } from './contract/rights.ts';
import { storeExport } from './server/exporting/export.ts';
import { lockUnit } from './server/locking/lock.ts';
import type { Source } from './server/parts.ts';
import { findPayees } from './server/people/payees.ts';
import { findReviews, type PersonPeriod } from './server/people/reviews.ts';
import type { TimeOffSource } from './server/people/timeOff.ts';
import { keepPeriod } from './server/schedule/keep.ts';
import { type Calendar, readCalendar } from './server/schedule/read.ts';
import type { PayrollDb } from './server/tables.ts';

type IdOf = (username: string) => number;

const payroll = 'denise.abernathy';
/** Who have not signed the last period yet. */
const unsigned = ['priya.raman', 'maria.lopez', 'hannah.schultz', 'trevor.mills'];
const objections: Record<string, { words: string; answer?: string }> = {
  'tyler.boone': { words: 'On Saturday I stayed until seven with a delivery, and it says six.' },
  'aisha.coleman': {
    words: 'The break on Tuesday was a training on the phone.',
    answer: 'Training on the phone is work. I corrected Tuesday; please look again.',
  },
};
const companies: Record<Unit, string> = {
  ford: 'LKF',
  hyundai: 'LKH',
  chevrolet: 'LKC',
  group: 'LKG',
};

/** Seeds two-week pay periods: the first is locked and exported, the last one is in review, the current one is open. */
export async function seedPayroll(
  anyTx: Db<AnyTables>,
  asOf: Date,
  idOf: IdOf,
  timeOff: TimeOffSource,
): Promise<void> {
  const tx = anyTx as PayrollDb;
  const source: Source = { db: tx, timeOff };
  const now = asOf.getTime();
  const thisWeek = weekStartOf(dateAt(await getTimezone(tx), now), 0);
  const startsOn = addDays(thisWeek, -28);
  const payrollId = idOf(payroll);
  await tx
    .insertInto('payroll_schedules')
    .values({
      frequency: 'biweekly',
      starts_on: startsOn,
      pay_days: 6,
      created_by: payrollId,
      created_at: new Date(now - 40 * 86_400_000),
    })
    .execute();
  await seedCodes(tx, payrollId);
  const calendar = await readCalendar(tx, now);
  const first = periodOf(calendar.schedules, startsOn);
  const last = periodOf(calendar.schedules, addDays(startsOn, 14));
  if (!first || !last) return;
  const seeding = { source, calendar, now, payrollId };
  const paid = (await reviewAll(seeding, first)).filter(isReady);
  await signAll(
    seeding,
    first,
    paid.map((person) => ({ person, words: '' })),
  );
  await approveAll(seeding, first, paid);
  await lockAndExport(seeding, first);
  const ready = (await reviewAll(seeding, last)).filter(isReady);
  const waiting = new Set(unsigned.map(idOf));
  const objecting = new Map(
    Object.entries(objections).map(([username, one]) => [idOf(username), one]),
  );
  const signings = ready
    .filter(({ payee }) => !waiting.has(payee.id))
    .map((person) => ({ person, words: objecting.get(person.payee.id)?.words ?? '' }));
  await signAll(seeding, last, signings);
  await answerAll(seeding, last, objecting);
  const approved = signings.filter(
    ({ person, words }) => words === '' && stream('payroll', String(person.payee.id)).int(0, 2) > 0,
  );
  await approveAll(
    seeding,
    last,
    approved.map(({ person }) => person),
  );
}

interface Seeding {
  source: Source;
  calendar: Calendar;
  now: number;
  payrollId: number;
}

async function reviewAll({ source, calendar, now }: Seeding, period: Period) {
  const payees = await findPayees(source.db, period, { who: sql<boolean>`true` });
  return findReviews(source.db, payees, period, { ...source, calendar, now });
}

const isReady = ({ isEmpty, approvalWaitsFor }: PersonPeriod) =>
  !isEmpty && approvalWaitsFor === null;

/** Minutes after a period has ended, but not after now. */
const after = ({ endsOn }: Period, minutes: number, now: number) =>
  new Date(Math.min(Date.parse(`${addDays(endsOn, 1)}T15:00:00Z`) + minutes * 60_000, now));

interface Signing {
  person: PersonPeriod;
  /** Empty: signed. */
  words: string;
}

async function signAll({ source: { db }, now }: Seeding, period: Period, all: readonly Signing[]) {
  if (all.length === 0) return;
  await keepPeriod(db, period);
  await db
    .insertInto('payroll_signatures')
    .values(
      all.map(({ person: { payee, fingerprint, text }, words }, at) => {
        const created_at = after(period, at * 11, now);
        return {
          user_id: payee.id,
          period: period.startsOn,
          kind: words === '' ? ('signed' as const) : ('objected' as const),
          words,
          client_id: uuidv7(created_at, stream('payroll-sign', `${payee.id}/${period.startsOn}`)),
          fingerprint,
          statement: text,
          created_at,
        };
      }),
    )
    .execute();
}

async function answerAll(
  { source: { db }, payrollId }: Seeding,
  period: Period,
  objecting: ReadonlyMap<number, { answer?: string }>,
) {
  const rows = await db
    .selectFrom('payroll_signatures')
    .select(['id', 'user_id'])
    .where(sql<boolean>`period = ${period.startsOn}::date and kind = 'objected'`)
    .execute();
  for (const { id, user_id } of rows) {
    const answer = objecting.get(user_id)?.answer;
    if (answer === undefined) continue;
    const [manager = payrollId] = await findManagers(db, user_id);
    await db
      .insertInto('payroll_answers')
      .values({ signature_id: id, words: answer, answered_by: manager })
      .execute();
  }
}

async function approveAll(
  { source: { db }, now, payrollId }: Seeding,
  period: Period,
  people: readonly PersonPeriod[],
) {
  if (people.length === 0) return;
  const values = [];
  for (const [at, { payee, fingerprint }] of people.entries()) {
    const [manager = payrollId] = await findManagers(db, payee.id);
    values.push({
      user_id: payee.id,
      period: period.startsOn,
      approved: true,
      fingerprint,
      signed: true,
      decided_by: manager,
      decided_at: after(period, 600 + at * 2, now),
    });
  }
  await db.insertInto('payroll_approvals').values(values).execute();
}

async function lockAndExport({ source, calendar, now, payrollId }: Seeding, period: Period) {
  const open = (await reviewAll({ source, calendar, now, payrollId }, period)).filter(
    ({ isEmpty, approval }) => !isEmpty && approval.state !== 'approved',
  );
  for (const unit of units) {
    if (open.some(({ payee }) => unitOf(payee.store) === unit)) continue;
    const actor = { userId: payrollId };
    await lockUnit(source, actor, { calendar, period, unit, now });
    const [exported] = (
      await sql<{ count: number }>`select count(*)::integer as count from payroll_lines l
        join payroll_locked k on k.id = l.lock_id join employees e on e.user_id = l.user_id
        where k.unit = ${unit} and e.pay_basis is distinct from 'salary'
          and jsonb_array_length(l.statement::jsonb -> 'lines') > 0`.execute(source.db)
    ).rows;
    if (unit === 'chevrolet' || !exported?.count) continue;
    const clientId = uuidv7(after(period, 900, now), stream('payroll-export', unit));
    await storeExport(source, actor, { period, unit, provider: 'adp', clientId });
  }
}

async function seedCodes(tx: PayrollDb, userId: number) {
  const codesOf = (company: string): Codes => ({
    ...defaultCodes.adp,
    company,
    stores: { ford: '100', hyundai: '200', chevrolet: '300' },
    timeOff: { Vacation: 'V', Sick: 'S', Personal: 'P', 'Jury duty': 'J', Bereavement: 'B' },
  });
  await tx
    .insertInto('payroll_codes')
    .values(
      units.map((unit) => ({
        provider: 'adp' as const,
        unit,
        codes: JSON.stringify(codesOf(companies[unit])),
        updated_by: userId,
      })),
    )
    .execute();
}
