import { sql } from 'kysely';
import { type Department, type Store, stores } from '../../platform/contract/access.ts';
import { addDays, type CalendarDate, dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import type { Secrets } from '../../platform/server/secrets/secrets.ts';
import { getTimezone } from '../organization/server/public.ts';
import { numberColumns } from './server/numbers.ts';

interface Person {
  id: number;
  username: string;
  department: Department | null;
  jobTitle: string;
  stores: Store[];
}

interface Term {
  clientId: string;
  number: string;
  issuer: string;
  region: string | null;
  class: string;
  issuedOn: CalendarDate | null;
  expiresOn: CalendarDate | null;
  state: 'verified' | 'submitted' | 'returned';
  reason: string | null;
}

interface Credential {
  clientId: string;
  userId: number;
  kind: string;
  store: Store | null;
  terms: Term[];
  revoked: { on: CalendarDate; reason: string } | null;
}

const license = 'Salesperson license';
const driver = 'Driver license';
const record = 'Driving record (MVR) check';

/** Days until a credential expires, where it is not the usual. */
const daysLeft: Record<string, number> = {
  [`employee ${license}`]: 26,
  [`hannah.schultz ${license}`]: -4,
  [`luis.quintero ${driver}`]: -9,
  [`deshawn.pruitt ${driver}`]: 12,
  [`omar.benali ${driver}`]: 41,
  [`hiro.tanabe ${record}`]: -6,
  'ben.hollis Forklift operator': 20,
  'maria.lopez First aid and CPR': 6,
};
/** What is missing. */
const lacking = [`kevin.matsuda ${record}`, `kayla.moss ${license} chevrolet`];

/**
 * Seeds the credentials of the demo group: most hold for long; some expire soon or have, one was suspended, two renewals
 * wait for HR, and two are missing. Without `secrets`, private numbers are not known.
 */
export async function seedCredentials(
  tx: Db<AnyTables>,
  asOf: Date,
  idOf: (username: string) => number,
  secrets: Pick<Secrets, 'seal'> | null,
): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  const { rows } = await sql<Omit<Person, 'stores'> & { store_access: string[] }>`
    select u.id, u.username, u.department, u.store_access, coalesce(e.job_title, '') as "jobTitle" from users u
      join employees e on e.user_id = u.id where u.is_active order by u.id`.execute(tx);
  const people = rows.map(({ store_access, ...person }) => ({
    ...person,
    stores: stores.filter((one) => store_access.includes('all') || store_access.includes(one)),
  }));
  const all = people.flatMap((person, nth) => credentialsOf(person, nth, today));
  await insert(tx, all, { hr: idOf('denise.abernathy'), asOf, secrets });
  await sql`insert into credential_reminders (term_id, step, sent_at)
    select t.id, case when t.expires_on < ${today}::date then 'expired'
      when t.expires_on <= ${today}::date + 7 then '7' when t.expires_on <= ${today}::date + 30 then '30'
      when t.expires_on <= ${today}::date + 60 then '60' else '90' end, ${asOf}::timestamptz - interval '1 day'
    from employee_credentials c join credential_terms t on t.id = c.term_id
    where t.expires_on <= ${today}::date + 90`.execute(tx);
}

function credentialsOf(person: Person, nth: number, today: CalendarDate): Credential[] {
  const { username, department, jobTitle } = person;
  const found: Credential[] = [];
  const add = (kind: string, months: number, more: Partial<Term> & { store?: Store } = {}) => {
    const { store = null, ...facts } = more;
    const name = [username, kind, store].filter(Boolean).join(' ');
    if (lacking.includes(name)) return;
    const spread = ((nth + 3) * 131 + kind.length * 37 + (store ?? '').length * 53) % 1_000;
    const days =
      daysLeft[`${username} ${kind}`] ?? 95 + Math.round((spread / 1_000) * (months - 4) * 30);
    const expiresOn = addDays(today, days);
    const term = (ago: number): Term => ({
      clientId: uuidOf(name, ago),
      number: '',
      issuer: '',
      region: null,
      class: '',
      issuedOn: addDays(expiresOn, Math.round(-months * 30.4 * (ago + 1))),
      expiresOn: addDays(expiresOn, Math.round(-months * 30.4 * ago)),
      state: 'verified',
      reason: null,
      ...facts,
    });
    // Long-time employees have renewed it before.
    const terms = nth % 3 === 0 ? [term(1), term(0)] : [term(0)];
    found.push({ clientId: uuidOf(name, 9), userId: person.id, kind, store, terms, revoked: null });
  };
  const number = 40_000 + nth * 137;
  if (department === 'sales') {
    for (const store of person.stores) {
      add(license, 24, {
        store,
        number: `S-${number}`,
        issuer: 'Motor Vehicle Commission',
        region: 'TX',
      });
    }
  }
  if (department === 'sales' || department === 'service' || department === 'parts') {
    add(driver, 72, {
      number: `1${number}${nth % 10}4`,
      region: 'TX',
      class: nth % 7 === 0 ? 'A' : 'C',
    });
    add(record, 12, { issuer: 'Group insurer' });
  }
  if (/technician/i.test(jobTitle)) {
    add('ASE certification', 60, {
      class: ['A1', 'A4', 'A5', 'A6', 'A8'][nth % 5] ?? 'A1',
      issuer: 'ASE',
    });
    add('EPA 609 certification', 12, { expiresOn: null, number: `609-${number}`, issuer: 'MACS' });
  }
  if (department === 'parts') {
    add('Forklift operator', 36, { issuer: 'Plant safety training' });
    add('Hazmat training', 36, { issuer: 'Plant safety training' });
  }
  if (username === 'maria.lopez') add('First aid and CPR', 24, { issuer: 'Red Cross' });
  return found.map((one) => withEvents(one, username, today));
}

/** What happened to some of them. */
function withEvents(one: Credential, username: string, today: CalendarDate): Credential {
  const latest = one.terms.at(-1);
  if (!latest || one.kind !== driver) return one;
  const renewal: Term = {
    ...latest,
    clientId: uuidOf(`${username} renewal`, 0),
    issuedOn: addDays(today, -2),
    expiresOn: addDays(today, 365 * 6),
    state: 'submitted',
  };
  switch (username) {
    case 'deshawn.pruitt':
      return { ...one, terms: [...one.terms, renewal] };
    case 'luis.quintero':
      return { ...one, terms: [...one.terms, { ...renewal, issuedOn: addDays(today, -1) }] };
    case 'omar.benali': {
      const reason = 'The photo is cut off. Enter the number as it is on the new card.';
      return { ...one, terms: [...one.terms, { ...renewal, state: 'returned', reason }] };
    }
    case 'viktor.dragan':
      return {
        ...one,
        revoked: { on: addDays(today, -16), reason: 'Suspended by the state for 90 days' },
      };
    default:
      return one;
  }
}

/** The same in every demo. */
function uuidOf(name: string, nth: number): string {
  let [a, b] = [0x811c9dc5, nth + 1];
  for (const letter of name) {
    a = Math.imul(a ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    b = (Math.imul(b, 31) + letter.charCodeAt(0)) >>> 0;
  }
  const hex = [a, b, a ^ b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(12, 24)}`;
}

interface Seeding {
  hr: number;
  asOf: Date;
  secrets: Pick<Secrets, 'seal'> | null;
}

async function insert(
  tx: Db<AnyTables>,
  all: readonly Credential[],
  { hr, asOf, secrets }: Seeding,
): Promise<void> {
  const kinds = await tx
    .selectFrom('credential_kinds')
    .select(['name', 'is_number_private'])
    .execute();
  const isPrivate = (kind: string) =>
    kinds.some((one) => one.name === kind && one.is_number_private === true);
  const credentials = all.map(({ terms: _, revoked, ...one }) => ({ ...one, ...revoked }));
  await sql`insert into employee_credentials (client_id, user_id, kind_id, store, created_by, created_at,
      revoked_on, revoked_by, revoke_reason)
    select "clientId", "userId", k.id, c.store, ${hr}::integer, ${asOf}::timestamptz - interval '20 days',
      c."on", case when c."on" is not null then ${hr}::integer end, c.reason
    from jsonb_to_recordset(${JSON.stringify(credentials)}::jsonb) c ("clientId" uuid, "userId" integer,
      kind text, store text, "on" date, reason text)
    join credential_kinds k on k.name = c.kind`.execute(tx);
  const terms = all.flatMap(({ clientId: of, kind, userId, terms: own }) =>
    own.map(({ number, ...term }) => {
      const seal = isPrivate(kind);
      const columns = secrets
        ? numberColumns(secrets, term.clientId, number, seal)
        : { number: seal ? '' : number, sealed_number: null };
      const sealed = columns.sealed_number === null ? null : JSON.parse(columns.sealed_number);
      return { ...term, of, userId, number: columns.number, sealed };
    }),
  );
  await sql`insert into credential_terms (client_id, credential_id, number, sealed_number, issuer, region, class,
      issued_on, expires_on, state, created_by, created_at, decided_by, decided_at, reason)
    select t."clientId", c.id, t.number, case when t.sealed <> 'null'::jsonb then t.sealed end, t.issuer, t.region,
      t.class, t."issuedOn", t."expiresOn", t.state,
      case t.state when 'verified' then ${hr}::integer else t."userId" end,
      ${asOf}::timestamptz - case t.state when 'verified' then interval '20 days' else interval '1 day' end,
      case t.state when 'submitted' then null else ${hr}::integer end,
      case t.state when 'submitted' then null else ${asOf}::timestamptz - interval '20 hours' end, t.reason
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) t ("clientId" uuid, "of" uuid, "userId" integer,
      number text, sealed jsonb, issuer text, region text, class text, "issuedOn" date, "expiresOn" date,
      state text, reason text)
    join employee_credentials c on c.client_id = t."of" and c.user_id = t."userId"
    order by t."issuedOn" nulls first, c.id`.execute(tx);
  await sql`update employee_credentials c set term_id = (select t.id from credential_terms t
    where t.credential_id = c.id and t.state = 'verified' order by t.id desc limit 1)`.execute(tx);
}
