import { sql } from 'kysely';
import { addDays, dateAt } from '../../../../platform/contract/wallTime.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { changedMeanwhile } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import {
  type Codes,
  type CodesOfUnit,
  defaultCodes,
  gustoTimeOff,
  type listCodes as listCall,
  type Provider,
  providerNames,
  providers,
  type setCodes as setCall,
  type setNumber as setNumberCall,
} from '../../contract/exports.ts';
import { payrollUnits, type Unit, unitNames } from '../../contract/rights.ts';
import type { Parts } from '../parts.ts';
import { assertUnit, isPaidBy } from '../people/policy.ts';
import { findPaidTimeOff, type TimeOffSource } from '../people/timeOff.ts';
import { lastEnded, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';

export async function readCodes(db: PayrollDb, provider: Provider, unit: Unit): Promise<Codes> {
  const row = await db
    .selectFrom('payroll_codes')
    .select('codes')
    .where('provider', '=', provider)
    .where('unit', '=', unit)
    .executeTakeFirst();
  return row?.codes ?? defaultCodes[provider];
}

export function listCodes({ db, timeOff }: Parts): Handler<typeof listCall> {
  return async ({ actor }) => ({
    codes: await findCodes(db, actor),
    timeOffKinds: await listKinds(db, timeOff),
  });
}

/** Kinds that no one took in a year need no code. */
const kindDays = 366;

async function listKinds(db: PayrollDb, timeOff: TimeOffSource): Promise<string[]> {
  const people = await sql<{ id: number }>`select user_id as id from employees`.execute(db);
  const today = dateAt(await getTimezone(db), Date.now());
  const found = await findPaidTimeOff(
    timeOff,
    db,
    people.rows.map(({ id }) => id),
    addDays(today, -kindDays),
    addDays(today, kindDays),
  );
  return [...new Set([...found.values()].flat().map(({ kind }) => kind))].toSorted();
}

async function findCodes(db: PayrollDb, actor: Actor): Promise<CodesOfUnit[]> {
  const rows = await db
    .selectFrom('payroll_codes')
    .select(['provider', 'unit', 'codes', 'version'])
    .execute();
  return providers.flatMap((provider) =>
    payrollUnits(actor).map(
      (unit) =>
        rows.find((row) => row.provider === provider && row.unit === unit) ?? {
          provider,
          unit,
          codes: defaultCodes[provider],
          version: 0,
        },
    ),
  );
}

export function setCodes({ db }: Parts): Handler<typeof setCall> {
  return async ({ actor, params: { provider, unit }, body: { codes, version }, ip }) => {
    assertUnit(actor, unit);
    if (provider === 'gusto') assertGusto(codes);
    return db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('payroll codes'), 0)`.execute(tx);
      const before = await tx
        .selectFrom('payroll_codes')
        .select(['codes', 'version'])
        .where('provider', '=', provider)
        .where('unit', '=', unit)
        .executeTakeFirst();
      if ((before?.version ?? 0) !== version) throw changedMeanwhile('these codes');
      const next = version + 1;
      const values = { codes: JSON.stringify(codes), version: next, updated_by: actor.userId };
      await tx
        .insertInto('payroll_codes')
        .values({ provider, unit, ...values })
        .onConflict((existing) =>
          existing.columns(['provider', 'unit']).doUpdateSet({ ...values, updated_at: new Date() }),
        )
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'payroll.codes_changed',
        subject: {
          type: 'payroll_provider',
          id: `${provider}:${unit}`,
          name: `${providerNames[provider]}, ${unitNames[unit]}`,
        },
        before: before?.codes ?? null,
        after: codes,
        ip,
      });
      return { provider, unit, codes, version: next };
    });
  };
}

function assertGusto({ timeOff }: Codes): void {
  const isKnown = (code: string) => code === '' || gustoTimeOff.some((one) => one === code);
  if (Object.values(timeOff).every(isKnown)) return;
  const problem = 'Gusto has columns for PTO and sick leave only.';
  throw invalid(problem, { timeOff: problem });
}

/** The number of an employee at a provider, where it is another than the employee number. */
export function setNumber({ db }: Parts): Handler<typeof setNumberCall> {
  return async ({ actor, params: { id, provider }, body: { number }, ip }) => {
    await db.transaction().execute(async (tx) => {
      // So that no two employees get the same number at once.
      await sql`select pg_advisory_xact_lock(hashtext('payroll numbers'), 0)`.execute(tx);
      // Someone who moved is still paid where they worked in the period that ended last.
      const last = lastEnded(await readCalendar(tx, Date.now()));
      const { rows } = await sql<{ id: number; name: string }>`
        select u.id, u.shown_name as name from employees e join users u on u.id = e.user_id
        where u.id = ${id} and (coalesce(e.store, 'group') = any(${payrollUnits(actor)}::text[])
          or ${last ? isPaidBy(actor, last) : sql`false`})`.execute(tx);
      const [person] = rows;
      if (!person) throw notFound();
      const taken = await tx
        .selectFrom('payroll_numbers')
        .select('user_id')
        .where('provider', '=', provider)
        .where('number', '=', number)
        .where('user_id', '<>', id)
        .executeTakeFirst();
      if (taken && number !== '') {
        throw conflict('Someone else has this number.', { number: 'Someone else has this number' });
      }
      await tx
        .deleteFrom('payroll_numbers')
        .where('user_id', '=', id)
        .where('provider', '=', provider)
        .execute();
      if (number !== '') {
        await tx.insertInto('payroll_numbers').values({ user_id: id, provider, number }).execute();
      }
      await recordActivity(tx, {
        actor,
        action: 'payroll.number_changed',
        subject: { type: 'user', id: person.id, name: person.name },
        after: { provider, number },
        ip,
      });
    });
    return { number };
  };
}
