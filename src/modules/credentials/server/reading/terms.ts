import { type RawBuilder, sql } from 'kysely';
import type { Term, TermState } from '../../contract/credential.ts';
import type { CredentialsDb } from '../tables.ts';

export interface TermRow {
  id: number;
  credential_id: number;
  number: string;
  has_private_number: boolean;
  issuer: string;
  region: string | null;
  class: string;
  restrictions: string;
  issued_on: string | null;
  expires_on: string | null;
  state: TermState;
  created_by: number;
  entered_by: string;
  created_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}

/** The terms `t` for which `where` holds, latest first, without private numbers. */
export async function findTerms(db: CredentialsDb, where: RawBuilder<unknown>): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`
    select t.id, t.credential_id, t.number, t.sealed_number is not null as has_private_number, t.issuer,
      t.region, t.class, t.restrictions, t.issued_on::text, t.expires_on::text, t.state, t.created_by,
      author.shown_name as entered_by, t.created_at, decider.shown_name as decided_by, t.decided_at, t.reason
    from credential_terms t join users author on author.id = t.created_by
    left join users decider on decider.id = t.decided_by
    where ${where} order by t.id desc`.execute(db);
  return rows;
}

export const toTerm = (row: TermRow): Term => ({
  id: row.id,
  number: row.number || null,
  hasPrivateNumber: row.has_private_number,
  issuer: row.issuer,
  region: row.region,
  class: row.class,
  restrictions: row.restrictions,
  issuedOn: row.issued_on,
  expiresOn: row.expires_on,
  state: row.state,
  enteredBy: row.entered_by,
  enteredAt: row.created_at.toISOString(),
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
});
