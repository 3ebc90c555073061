import { sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import { calendarDay } from '../../contract/days.ts';
import { numberColumns } from '../numbers.ts';
import type { CredentialsDb } from '../tables.ts';

/** What is entered for a term, as far as it is checked. */
export interface Facts {
  number?: string | undefined;
  issuer: string;
  region: string | null;
  class: string;
  restrictions: string;
  issuedOn: CalendarDate | null;
  expiresOn: CalendarDate | null;
}

interface KindRules {
  name: string;
  must_expire: boolean;
  is_number_private: boolean;
}

/** The days a term was issued and expires; `latest`: when the one before expires. Throws 400 with the field. */
export function assertDays(
  { issuedOn, expiresOn }: Pick<Facts, 'issuedOn' | 'expiresOn'>,
  kind: Pick<KindRules, 'must_expire'>,
  {
    today,
    latest = null,
    field = (name: string) => name,
  }: {
    today: CalendarDate;
    latest?: CalendarDate | null;
    /** The path of a field in the request. */
    field?: (name: 'issuedOn' | 'expiresOn') => string;
  },
): void {
  const refuse = (name: 'issuedOn' | 'expiresOn', problem: string) =>
    invalid(`${problem}.`, { [field(name)]: problem });
  if (issuedOn !== null && issuedOn > today) {
    throw refuse('issuedOn', 'Choose a day that isn’t in the future');
  }
  if (expiresOn === null) {
    if (kind.must_expire) throw refuse('expiresOn', 'Enter the day it expires');
    return;
  }
  if (issuedOn !== null && expiresOn <= issuedOn) {
    throw refuse('expiresOn', 'Choose a day after the day it was issued');
  }
  if (latest !== null && expiresOn <= latest) {
    throw refuse(
      'expiresOn',
      `Choose a day after ${calendarDay(latest)}, when the current one expires`,
    );
  }
}

interface NewTerm {
  clientId: string;
  credentialId: number;
  facts: Facts;
  kind: KindRules;
  /** Counts at once. */
  isVerified: boolean;
  /** Keeps its number if none is entered. */
  previous?: { number: string } | undefined;
}

export const otherEntry = () => conflict('Another entry has this id.');

/** Of an `insertTerm` whose client id belongs to a term of another credential; any other error unchanged. */
export const explainTerm = (error: unknown): unknown =>
  violatedConstraint(error) === 'credential_terms_created_by_client_id_key' ? otherEntry() : error;

/** Adds a term; a verified one is the current one from now on. */
export async function insertTerm(
  tx: CredentialsDb,
  secrets: Pick<Secrets, 'seal'>,
  { userId }: Pick<Actor, 'userId'>,
  { clientId, credentialId, facts, kind, isVerified, previous }: NewTerm,
): Promise<number> {
  const number = facts.number ?? previous?.number ?? '';
  const { id } = await tx
    .insertInto('credential_terms')
    .values({
      client_id: clientId,
      credential_id: credentialId,
      ...numberColumns(secrets, clientId, number, kind.is_number_private),
      issuer: facts.issuer,
      region: facts.region,
      class: facts.class,
      restrictions: facts.restrictions,
      issued_on: facts.issuedOn,
      expires_on: facts.expiresOn,
      created_by: userId,
      state: isVerified ? 'verified' : 'submitted',
      ...(isVerified && { decided_by: userId, decided_at: new Date() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (isVerified) await makeCurrent(tx, credentialId, id);
  return id;
}

export async function makeCurrent(
  tx: CredentialsDb,
  credentialId: number,
  termId: number,
): Promise<void> {
  await tx
    .updateTable('employee_credentials')
    .set({ term_id: termId })
    .where('id', '=', credentialId)
    .execute();
}

export const bump = (tx: CredentialsDb, ids: readonly number[]) =>
  sql`update employee_credentials set version = version + 1 where id = any(${[...ids]}::integer[])`.execute(
    tx,
  );

/** What the activity log keeps of a term: never its number. */
export const loggedFacts = ({ issuedOn, expiresOn, issuer, region, class: level }: Facts) => ({
  issuedOn,
  expiresOn,
  issuer,
  region,
  class: level,
});
