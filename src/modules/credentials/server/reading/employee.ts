import { type RawBuilder, sql } from 'kysely';
import { type Department, type Store, stores } from '../../../../platform/contract/access.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf } from '../../../../platform/server/records/queries.ts';
import type { Credential, EmployeeCredentials, Status } from '../../contract/credential.ts';
import { getToday } from '../days.ts';
import { isThere, joinSubmitted } from '../needs.ts';
import { managedBy, readableBy } from '../policy.ts';
import type { CredentialsDb } from '../tables.ts';
import { graceOn, itemsOf, rankOf, statusOn } from './items.ts';
import { findTerms, type TermRow, toTerm } from './terms.ts';

interface Subject {
  user_id: number;
  name: string;
  job_title: string | null;
  department: Department | null;
  store: Store | null;
  store_access: string[];
  is_managed: boolean;
}

/** The employee, if the actor reads their credentials; throws 404. */
export async function getSubject(
  db: CredentialsDb,
  actor: Actor,
  userId: number,
): Promise<Subject> {
  const { rows } = await sql<Subject>`
    select e.user_id, u.shown_name as name, e.job_title, e.department, e.store, u.store_access,
      ${managedBy(actor)} as is_managed
    from employees e join users u on u.id = e.user_id
    where e.user_id = ${userId} and ${readableBy(actor)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

interface KindColumns {
  kind_id: number;
  kind: string;
  by_store: boolean;
  must_expire: boolean;
  valid_months: number | null;
  is_number_private: boolean;
}

const kindColumns = sql`k.id as kind_id, k.name as kind, k.by_store, k.must_expire, k.valid_months,
  k.is_number_private`;

const toKind = (row: KindColumns) => ({
  id: row.kind_id,
  name: row.kind,
  byStore: row.by_store,
  mustExpire: row.must_expire,
  validMonths: row.valid_months,
  isNumberPrivate: row.is_number_private,
});

interface CredentialColumns extends KindColumns {
  id: number;
  store: Store | null;
  status: Status;
  grace_until: string | null;
  term_id: number | null;
  revoked_on: string | null;
  revoked_by: string | null;
  revoke_reason: string | null;
  version: number;
}

/** All credentials of an employee with their terms, and what their job needs besides. Throws 404. */
export async function getEmployeeCredentials(
  db: CredentialsDb,
  actor: Actor,
  userId: number,
): Promise<EmployeeCredentials> {
  const subject = await getSubject(db, actor, userId);
  const today = await getToday(db);
  const [credentials, missing] = await Promise.all([
    findCredentials(db, actor, subject, today),
    findMissing(db, userId, today),
  ]);
  const isOwn = userId === actor.userId;
  return {
    employee: {
      id: userId,
      name: subject.name,
      jobTitle: subject.job_title,
      department: subject.department,
      store: subject.store,
    },
    isOwn,
    credentials,
    missing: missing.filter(
      ({ kind, store }) =>
        !credentials.some((one) => one.kind.id === kind.id && one.store === store),
    ),
    stores: stores.filter((one) => worksAt(subject, one)),
    may: { add: isOwn || subject.is_managed, verify: subject.is_managed },
  };
}

const worksAt = ({ store_access }: Subject, store: Store) =>
  store_access.includes('all') || store_access.includes(store);

/** Condition on `c`: HR returned the first one, and nothing took its place. */
const isReturned = sql<boolean>`(c.removed_at is null
  and exists (select from credential_terms t where t.credential_id = c.id and t.state = 'returned')
  and not exists (select from employee_credentials other where other.user_id = c.user_id
    and other.kind_id = c.kind_id and other.store is not distinct from c.store and other.id > c.id
    and other.removed_at is null))`;

async function findCredentials(
  db: CredentialsDb,
  actor: Actor,
  subject: Subject,
  today: CalendarDate,
): Promise<Credential[]> {
  const ofThisEmployee: RawBuilder<boolean> = allOf([
    sql`c.user_id = ${subject.user_id}`,
    sql`${isThere} or ${isReturned}`,
    sql`not k.is_archived or c.term_id is not null`,
  ]);
  const { rows } = await sql<CredentialColumns>`
    select i.*, revoker.shown_name as revoked_by from (
      select c.id, c.store, ${statusOn(today)} as status, ${graceOn(today)}::text as grace_until, c.term_id,
        c.revoked_on::text, c.revoke_reason, c.revoked_by as revoker_id, c.version, ${kindColumns},
        t.expires_on, k.position
      from employee_credentials c join credential_kinds k on k.id = c.kind_id
        left join credential_terms t on t.id = c.term_id ${joinSubmitted}
      where ${ofThisEmployee}) i
    left join users revoker on revoker.id = i.revoker_id
    order by ${rankOf}, i.expires_on nulls last, i.position, i.id`.execute(db);
  const terms = await findTerms(
    db,
    sql`t.credential_id = any(${rows.map(({ id }) => id)}::integer[])`,
  );
  return rows.map((row) =>
    toCredential(
      actor,
      subject,
      row,
      terms.filter((term) => term.credential_id === row.id),
    ),
  );
}

function toCredential(
  actor: Actor,
  { user_id, is_managed }: Subject,
  row: CredentialColumns,
  terms: readonly TermRow[],
): Credential {
  const current = terms.find(({ id }) => id === row.term_id);
  const submitted = terms.find(({ state }) => state === 'submitted');
  const isOwn = user_id === actor.userId;
  return {
    id: row.id,
    kind: toKind(row),
    store: row.store,
    status: current || submitted ? row.status : 'missing',
    graceUntil: row.grace_until,
    current: current ? toTerm(current) : null,
    submitted: submitted ? toTerm(submitted) : null,
    terms: terms.map(toTerm),
    revoked:
      row.revoked_on === null || row.revoked_by === null
        ? null
        : { on: row.revoked_on, by: row.revoked_by, reason: row.revoke_reason ?? '' },
    version: row.version,
    may: {
      renew: (isOwn || is_managed) && !submitted && row.revoked_on === null,
      withdraw: isOwn && submitted?.created_by === actor.userId,
      decide: is_managed && submitted !== undefined,
      manage: is_managed && current !== undefined,
      readNumber: isOwn || is_managed,
    },
  };
}

async function findMissing(db: CredentialsDb, userId: number, today: CalendarDate) {
  const { rows } = await sql<KindColumns & { store: Store | null }>`
    select ${kindColumns}, i.store
    from ${itemsOf(sql`e.user_id = ${userId}`, today)} join credential_kinds k on k.id = i.kind_id
    where i.status = 'missing' order by k.position, k.id, i.store`.execute(db);
  return rows.map((row) => ({ kind: toKind(row), store: row.store }));
}
