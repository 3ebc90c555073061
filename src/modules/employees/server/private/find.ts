import { sql } from 'kysely';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import type { PayBasis } from '../../contract/fields.ts';
import type { NoteKind, Pay, PayUnit, PrivateNote, PrivatePart } from '../../contract/private.ts';
import { hasPrivateAccess } from '../holders.ts';
import { type FoundEmployee, getFound } from '../record/find.ts';
import { statesOf } from '../record/jobs.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';

/** What is encrypted of each kind of row. */
export interface Identity {
  legalName: string | null;
  dateOfBirth: string | null;
  payrollId: string | null;
}
export interface PayRate {
  rateCents: number;
  per: PayUnit;
  reason: string;
}
export interface NoteText {
  text: string;
}

/** A value is bound to its employee and its row, so that it cannot be used in another. */
export const contexts = {
  identity: (employeeId: number) => `employee-identity:${employeeId}`,
  pay: (employeeId: number, clientId: string) => `employee-pay:${employeeId}:${clientId}`,
  note: (employeeId: number, clientId: string) => `employee-note:${employeeId}:${clientId}`,
};

export type Reader = 'self' | 'holder';

/**
 * The employee and as whom the actor opens the private part; throws 404 for an employee of whom they see nothing, and
 * 403 without the grant.
 */
export async function getOpened(
  db: EmployeesDb,
  actor: Actor,
  employeeId: number,
): Promise<{ found: FoundEmployee; reader: Reader }> {
  const found = await getFound(db, actor, employeeId, await getToday(db));
  if (found.id === actor.userId) return { found, reader: 'self' };
  if (found.writes_as_hr && (await hasPrivateAccess(db, actor))) return { found, reader: 'holder' };
  throw forbidden('You don’t have private access.');
}

interface PayRow {
  id: number;
  effective_on: string;
  basis: PayBasis;
  sealed: Parameters<Secrets['open']>[0];
  client_id: string;
  recorded_by: string;
  created_at: Date;
}

interface NoteRow {
  id: number;
  kind: NoteKind;
  on_date: string;
  sealed: Parameters<Secrets['open']>[0];
  client_id: string;
  written_by: string;
  created_at: Date;
  acknowledged_at: Date | null;
}

/** The private part, decrypted. The caller has recorded the view. */
export async function readPrivatePart(
  db: EmployeesDb,
  secrets: Secrets,
  employeeId: number,
  reader: Reader,
): Promise<PrivatePart> {
  const [identity, pay, notes] = await Promise.all([
    readIdentity(db, secrets, employeeId),
    readPay(db, secrets, employeeId),
    readNotes(db, secrets, employeeId, reader),
  ]);
  return { identity, pay, notes, may: { change: reader === 'holder' } };
}

async function readIdentity(db: EmployeesDb, secrets: Secrets, employeeId: number) {
  const row = await db
    .selectFrom('employee_private')
    .select(['sealed', 'version'])
    .where('user_id', '=', employeeId)
    .executeTakeFirst();
  if (!row) return { legalName: null, dateOfBirth: null, payrollId: null, version: 0 };
  const identity: Identity = JSON.parse(secrets.open(row.sealed, contexts.identity(employeeId)));
  return { ...identity, version: row.version };
}

async function readPay(db: EmployeesDb, secrets: Secrets, employeeId: number): Promise<Pay[]> {
  const { rows } = await sql<PayRow>`
    select p.id, p.effective_on::text as effective_on, p.basis, p.sealed, p.client_id,
      u.shown_name as recorded_by, p.created_at
    from employee_pay p join users u on u.id = p.created_by
    where p.user_id = ${employeeId} and p.removed_at is null
    order by p.effective_on desc, p.id desc`.execute(db);
  return statesOf(rows, await getToday(db)).map((row) => {
    const rate: PayRate = JSON.parse(
      secrets.open(row.sealed, contexts.pay(employeeId, row.client_id)),
    );
    return {
      id: row.id,
      effectiveOn: row.effective_on,
      basis: row.basis,
      ...rate,
      recordedBy: row.recorded_by,
      recordedAt: row.created_at.toISOString(),
      state: row.state,
    };
  });
}

async function readNotes(
  db: EmployeesDb,
  secrets: Secrets,
  employeeId: number,
  reader: Reader,
): Promise<PrivateNote[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.kind, n.on_date::text as on_date, n.sealed, n.client_id,
      u.shown_name as written_by, n.created_at, n.acknowledged_at
    from employee_private_notes n join users u on u.id = n.created_by
    where n.user_id = ${employeeId} and n.removed_at is null
    order by n.on_date desc, n.id desc`.execute(db);
  return rows.map((row) => {
    const { text }: NoteText = JSON.parse(
      secrets.open(row.sealed, contexts.note(employeeId, row.client_id)),
    );
    return {
      id: row.id,
      kind: row.kind,
      onDate: row.on_date,
      text,
      writtenBy: row.written_by,
      writtenAt: row.created_at.toISOString(),
      acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
      may: {
        acknowledge: reader === 'self' && row.kind === 'discipline' && row.acknowledged_at === null,
        remove: reader === 'holder',
      },
    };
  });
}
