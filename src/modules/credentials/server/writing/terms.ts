import { sql } from 'kysely';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
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
}

export const otherEntry = () => conflict('Another entry has this id.');

/** Of `insertTerms` whose client id belongs to a term of another credential; any other error unchanged. */
export const explainTerm = (error: unknown): unknown =>
  violatedConstraint(error) === 'credential_terms_created_by_client_id_key' ? otherEntry() : error;

/** The columns of what is entered; `clientId` is the term's, to which a private number is sealed. */
export const factColumns = (
  secrets: Pick<Secrets, 'seal'>,
  clientId: string,
  facts: Facts,
  { is_number_private }: Pick<NewTerm['kind'], 'is_number_private'>,
) => ({
  ...numberColumns(secrets, clientId, facts.number ?? '', is_number_private),
  issuer: facts.issuer,
  region: facts.region,
  class: facts.class,
  restrictions: facts.restrictions,
  issued_on: facts.issuedOn,
  expires_on: facts.expiresOn,
});

/** Adds terms, and returns their ids; verified ones are the current ones from now on. */
export async function insertTerms(
  tx: CredentialsDb,
  secrets: Pick<Secrets, 'seal'>,
  { userId }: Pick<Actor, 'userId'>,
  terms: readonly NewTerm[],
): Promise<number[]> {
  if (terms.length === 0) return [];
  const added = await tx
    .insertInto('credential_terms')
    .values(
      terms.map(({ clientId, credentialId, facts, kind, isVerified }) => ({
        client_id: clientId,
        credential_id: credentialId,
        ...factColumns(secrets, clientId, facts, kind),
        created_by: userId,
        state: isVerified ? ('verified' as const) : ('submitted' as const),
        decided_by: isVerified ? userId : null,
        decided_at: isVerified ? new Date() : null,
      })),
    )
    .returning(['id', 'state'])
    .execute();
  await makeCurrent(
    tx,
    added.filter(({ state }) => state === 'verified').map(({ id }) => id),
  );
  return added.map(({ id }) => id);
}

/** Makes these terms the current ones of their credentials. */
export const makeCurrent = (tx: CredentialsDb, termIds: readonly number[]) =>
  sql`update employee_credentials c set term_id = t.id from credential_terms t
    where t.id = any(${[...termIds]}::integer[]) and c.id = t.credential_id`.execute(tx);

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
