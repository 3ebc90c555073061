import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Submission } from '../../contract.ts';
import { getToday } from '../days.ts';
import { isEmployed } from '../needs.ts';
import { managedBy } from '../policy.ts';
import type { CredentialsDb } from '../tables.ts';
import { findTerms, toTerm } from './terms.ts';

interface Row {
  id: number;
  term_id: number;
  version: number;
  user_id: number;
  name: string;
  kind_id: number;
  kind: string;
  store: Store | null;
  current_expires_on: string | null;
}

const atMost = 200;

/** What waits for the actor as HR, oldest first. */
export async function listSubmissions(db: CredentialsDb, actor: Actor): Promise<Submission[]> {
  const today = await getToday(db);
  const { rows } = await sql<Row>`
    select c.id, p.id as term_id, c.version, e.user_id, u.shown_name as name, k.id as kind_id,
      k.name as kind, c.store, t.expires_on::text as current_expires_on
    from credential_terms p join employee_credentials c on c.id = p.credential_id
      join employees e on e.user_id = c.user_id join users u on u.id = e.user_id
      join credential_kinds k on k.id = c.kind_id
      left join credential_terms t on t.id = c.term_id
    where p.state = 'submitted' and c.removed_at is null and ${isEmployed(today)} and ${managedBy(actor)}
    order by p.created_at, p.id limit ${atMost}`.execute(db);
  const ids = rows.map(({ term_id }) => term_id);
  const terms = await findTerms(db, sql`t.id = any(${ids}::integer[])`);
  return rows.flatMap((row) => {
    const term = terms.find(({ id }) => id === row.term_id);
    return term
      ? {
          id: row.id,
          version: row.version,
          employee: { id: row.user_id, name: row.name },
          kind: { id: row.kind_id, name: row.kind },
          store: row.store,
          term: toTerm(term),
          currentExpiresOn: row.current_expires_on,
          submittedAt: term.created_at.toISOString(),
        }
      : [];
  });
}
