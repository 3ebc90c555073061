import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { joinSubmitted } from '../needs.ts';
import { managedBy, readableBy } from '../policy.ts';
import type { CredentialsDb } from '../tables.ts';

/** A credential as it is locked for a change. */
export interface Held {
  id: number;
  user_id: number;
  employee: string;
  kind_id: number;
  name: string;
  must_expire: boolean;
  is_number_private: boolean;
  store: Store | null;
  term_id: number | null;
  issued_on: string | null;
  expires_on: string | null;
  revoked_on: string | null;
  /** The term that waits for HR. */
  submitted_id: number | null;
  submitted_by: number | null;
  version: number;
  is_own: boolean;
  is_managed: boolean;
}

/**
 * Locks credentials that the actor may read, and returns them in the order of their ids. Their kinds are locked too:
 * one that becomes private meanwhile would not seal the number that is entered here.
 */
export async function lockCredentials(
  tx: CredentialsDb,
  actor: Actor,
  ids: readonly number[],
): Promise<Held[]> {
  await sql`select from employee_credentials where id = any(${[...ids]}::integer[]) order by id for update`.execute(
    tx,
  );
  const { rows } = await sql<Held>`
    select c.id, c.user_id, u.shown_name as employee, k.id as kind_id, k.name, k.must_expire,
      k.is_number_private, c.store, c.term_id, t.issued_on::text, t.expires_on::text, c.revoked_on::text,
      p.id as submitted_id, p.created_by as submitted_by, c.version,
      e.user_id = ${actor.userId} as is_own, ${managedBy(actor)} as is_managed
    from employee_credentials c join employees e on e.user_id = c.user_id join users u on u.id = c.user_id
      join credential_kinds k on k.id = c.kind_id
      left join credential_terms t on t.id = c.term_id
      ${joinSubmitted}
    where c.id = any(${[...ids]}::integer[]) and c.removed_at is null and ${readableBy(actor)}
    order by c.id for share of k`.execute(tx);
  return rows;
}

/** The same of one; throws 404, or 409 if `version` is outdated. */
export async function lockCredential(
  tx: CredentialsDb,
  actor: Actor,
  id: number,
  version?: number,
): Promise<Held> {
  const [held] = await lockCredentials(tx, actor, [id]);
  if (!held) throw notFound();
  assertVersion(held, version, 'this credential');
  return held;
}

export function assertManages({ is_managed, is_own }: Held): void {
  if (is_managed) return;
  throw forbidden(
    is_own
      ? 'Someone else in HR has to do this for your own credentials.'
      : 'Only HR can change this credential.',
  );
}

/** The activity log names an employee’s credential by its kind. */
export const subjectOf = ({ id, employee, name }: Pick<Held, 'id' | 'employee' | 'name'>) => ({
  type: 'credential',
  id,
  name: `${name} of ${employee}`,
});
