import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { toCsv } from '../../../../platform/contract/csv.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type {
  checkExport as checkCall,
  downloadExport as downloadCall,
  Exported,
  exportPeriod as exportCall,
  listExports as listCall,
  Provider,
} from '../../contract/exports.ts';
import type { Period } from '../../contract/periods.ts';
import { payrollUnits, type Unit, unitNames } from '../../contract/rights.ts';
import { type Parts, publishPeriod, type Source } from '../parts.ts';
import { findPayees, unitIn } from '../people/payees.ts';
import { assertUnit } from '../people/policy.ts';
import { findReviews } from '../people/reviews.ts';
import { periodText } from '../schedule/days.ts';
import { holdPayroll } from '../schedule/keep.ts';
import { getPeriodAt, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { paidHours } from './cells.ts';
import { readCodes } from './codes.ts';
import { type ExportedPerson, makeFile, type PayrollFile } from './files.ts';

/** What the provider’s file of a unit holds now: what was locked, or else what would be. */
async function readFile(
  parts: Source,
  period: Period,
  { provider, unit }: { provider: Provider; unit: Unit },
): Promise<PayrollFile> {
  const { db } = parts;
  const now = Date.now();
  const calendar = await readCalendar(db, now);
  const lock = await findLock(db, period.startsOn, unit);
  const payees = await findPayees(db, period, {
    who: lock
      ? sql<boolean>`exists (select from payroll_lines l where l.lock_id = ${lock.id} and l.user_id = u.id)`
      : sql<boolean>`${unitIn(period)} = ${unit}`,
  });
  const [found, codes, numbers] = await Promise.all([
    findReviews(db, payees, period, { ...parts, calendar, now }),
    readCodes(db, provider, unit),
    findNumbers(db, provider),
  ]);
  const people = found.map(({ payee, statement }): ExportedPerson => {
    const number = numbers.get(payee.id);
    return {
      userId: payee.id,
      name: payee.name,
      firstName: payee.firstName,
      lastName: payee.lastName,
      number: number ?? payee.employeeNumber,
      isOwnNumber: number !== undefined,
      store: payee.store,
      hours: paidHours(statement, { isSalaried: payee.payBasis === 'salary' }),
    };
  });
  return makeFile(provider, { period, unit, codes, people });
}

async function findLock(db: PayrollDb, period: string, unit: Unit) {
  return db
    .selectFrom('payroll_locked')
    .select('id')
    .where(sql<boolean>`period = ${period}::date`)
    .where('unit', '=', unit)
    .executeTakeFirst();
}

async function findNumbers(db: PayrollDb, provider: Provider): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('payroll_numbers')
    .select(['user_id', 'number'])
    .where('provider', '=', provider)
    .execute();
  return new Map(rows.map(({ user_id, number }) => [user_id, number]));
}

export function checkExport(parts: Parts): Handler<typeof checkCall> {
  return async ({ actor, params, query }) => {
    assertUnit(actor, query.unit);
    const calendar = await readCalendar(parts.db, Date.now());
    return readFile(parts, getPeriodAt(calendar, params.period), query);
  };
}

export function exportPeriod(parts: Parts): Handler<typeof exportCall> {
  const { db } = parts;
  return async ({ actor, params, body, ip }) => {
    const { clientId, unit, provider } = body;
    assertUnit(actor, unit);
    const first = await findCreated(db, 'payroll_exports', actor, clientId);
    const id =
      first ??
      (await createOnce(db, 'payroll_exports', actor, clientId, {
        insert: async (anyTx) => {
          const tx = anyTx as PayrollDb;
          await holdPayroll(tx);
          const calendar = await readCalendar(tx, Date.now());
          const period = getPeriodAt(calendar, params.period);
          const made = await storeExport({ ...parts, db: tx }, actor, { period, ...body });
          await recordActivity(tx, {
            actor,
            action: 'payroll.exported',
            subject: {
              type: 'pay_period',
              id: period.startsOn,
              name: `${periodText(period)}, ${unitNames[unit]}`,
            },
            after: { provider, rows: made.rows, sha256: made.sha256 },
            ip,
          });
          return made.id;
        },
        explain: (error) => error,
      }));
    if (first === undefined) publishPeriod(parts, params.period);
    const found = (await findExports(db, actor, sql`x.id = ${id}`))[0];
    if (!found) throw notFound();
    return found;
  };
}

interface NewExport {
  period: Period;
  unit: Unit;
  provider: Provider;
  clientId: string;
}

/** Keeps the file of a locked period; throws what it lacks. */
export async function storeExport(
  parts: Source,
  { userId }: Pick<Actor, 'userId'>,
  { period, unit, provider, clientId }: NewExport,
): Promise<{ id: number; rows: number; sha256: string }> {
  const lock = await findLock(parts.db, period.startsOn, unit);
  if (!lock) throw conflict('Lock the pay period before you export it.');
  const made = await readFile(parts, period, { provider, unit });
  assertComplete(made);
  const bytes = bytesOf(made);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { id } = await parts.db
    .insertInto('payroll_exports')
    .values({
      lock_id: lock.id,
      provider,
      file_name: made.fileName,
      bytes,
      sha256,
      row_count: made.rows.length,
      created_by: userId,
      client_id: clientId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, rows: made.rows.length, sha256 };
}

function assertComplete({ problems, rows }: PayrollFile): void {
  const [problem, ...more] = problems;
  if (problem) {
    throw conflict(
      more.length > 0
        ? `${problem.text} ${more.length === 1 ? '1 more problem' : `${more.length} more problems`}.`
        : problem.text,
    );
  }
  if (rows.length === 0) throw conflict('There are no hours to export.');
}

/** Without the byte order mark that spreadsheets want: the first column would have another name. */
export const bytesOf = ({ columns, rows }: Pick<PayrollFile, 'columns' | 'rows'>): Buffer =>
  Buffer.from(toCsv([columns, ...rows]).replace(/^\uFEFF/, ''), 'utf8');

interface ExportRow extends Omit<Exported, 'at'> {
  at: Date;
}

async function findExports(
  db: PayrollDb,
  actor: Actor,
  condition: ReturnType<typeof sql>,
): Promise<Exported[]> {
  const { rows } = await sql<ExportRow>`
    select x.id, k.unit, x.provider, x.file_name as "fileName", x.row_count as rows, x.sha256,
      u.shown_name as by, x.created_at as at,
      not exists (select from payroll_locked held where held.id = x.lock_id) as "isOutdated"
    from payroll_exports x join payroll_locks k on k.id = x.lock_id join users u on u.id = x.created_by
    where k.unit = any(${payrollUnits(actor)}::text[]) and ${condition}
    order by x.id desc limit 200`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export const listExports =
  ({ db }: Parts): Handler<typeof listCall> =>
  ({ actor, params: { period } }) =>
    findExports(db, actor, sql`k.period = ${period}::date`);

/** The bytes as they were exported; each download is in the activity log before they leave. */
export function downloadExport({ db }: Parts): Handler<typeof downloadCall> {
  return async ({ actor, params: { id }, ip }) => {
    const [found] = await findExports(db, actor, sql`x.id = ${id}`);
    if (!found) throw notFound();
    const { bytes } = await db
      .selectFrom('payroll_exports')
      .select('bytes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await recordActivity(db, {
      actor,
      action: 'payroll.downloaded',
      subject: { type: 'payroll_export', id, name: found.fileName },
      after: { unit: found.unit, provider: found.provider },
      ip,
    });
    return {
      mediaType: 'text/csv; charset=utf-8',
      name: found.fileName,
      inline: false,
      sizeBytes: bytes.length,
      etag: found.sha256.slice(0, 32),
      open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    };
  };
}
