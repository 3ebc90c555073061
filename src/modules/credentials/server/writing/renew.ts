import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { createOnce } from '../../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { getToday } from '../days.ts';
import { numberOf } from '../numbers.ts';
import { publishChanged } from '../publish.ts';
import { getEmployeeCredentials } from '../reading/employee.ts';
import type { CredentialsDb } from '../tables.ts';
import { assertManages, type Held, lockCredential, lockCredentials, subjectOf } from './held.ts';
import { notifyHr } from './notices.ts';
import {
  assertDays,
  bump,
  explainTerm,
  type Facts,
  insertTerms,
  loggedFacts,
  otherEntry,
} from './terms.ts';

/** Enters a renewal: HR’s counts at once, one’s own waits for HR. */
export function renewCredential(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.renewCredential> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, params: { credentialId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const isRepeated = await findRepeats(db, actor, [body.clientId]);
    if (!isRepeated({ credentialId, clientId: body.clientId })) {
      let publish = async () => {};
      await createOnce(db, 'credential_terms', actor, body.clientId, {
        async insert(tx) {
          const renewed = await renew(platform, tx, actor, { credentialId, body, ip });
          publish = renewed.publish;
          return renewed.termId;
        },
        explain: explainTerm,
      });
      publishChanged(platform);
      await publish();
    }
    return getEmployeeCredentials(db, actor, await getHolder(db, credentialId));
  };
}

async function getHolder(db: CredentialsDb, credentialId: number): Promise<number> {
  const row = await db
    .selectFrom('employee_credentials')
    .select('user_id')
    .where('id', '=', credentialId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.user_id;
}

interface RenewCommand {
  credentialId: number;
  body: ValidOf<typeof calls.renewCredential>['body'];
  ip: string;
}

async function renew(
  platform: Platform,
  tx: CredentialsDb,
  actor: Actor,
  { credentialId, body, ip }: RenewCommand,
): Promise<{ termId: number; publish: () => Promise<void> }> {
  const { clientId, version, ...facts } = body;
  const held = await lockCredential(tx, actor, credentialId, version);
  if (!held.is_managed && !held.is_own) throw forbidden('Only HR can renew this credential.');
  assertRenewable(held);
  assertDays(facts, held, { today: await getToday(tx), latest: held.expires_on });
  const previous = (await findPrevious(platform, tx, [credentialId])).get(credentialId);
  const [termId = 0] = await insertTerms(tx, platform.secrets, actor, [
    {
      clientId,
      credentialId,
      facts: { ...facts, number: facts.number ?? previous?.number },
      kind: held,
      isVerified: held.is_managed,
    },
  ]);
  await bump(tx, [credentialId]);
  await recordActivity(tx, {
    actor,
    action: held.is_managed ? 'credential.renewed' : 'credential.renewal_submitted',
    subject: subjectOf(held),
    before: { issuedOn: held.issued_on, expiresOn: held.expires_on },
    after: loggedFacts(facts),
    ip,
  });
  if (held.is_managed) return { termId, publish: async () => {} };
  const { user_id: userId, employee, name: kind } = held;
  const waiting = { id: credentialId, userId, employee, kind, by: actor.userId };
  return { termId, publish: await notifyHr(platform, tx, waiting) };
}

function assertRenewable(held: Held): void {
  if (held.submitted_id !== null) throw conflict('A renewal already waits to be verified.');
  if (held.revoked_on !== null)
    throw conflict('This credential was revoked. HR has to restore it first.');
}

/** The current term of these credentials, or else the latest, by credential: a renewal keeps what is not entered. */
async function findPrevious(
  { secrets }: Pick<Platform, 'secrets'>,
  tx: CredentialsDb,
  ids: readonly number[],
): Promise<Map<number, Facts>> {
  const rows = await tx
    .selectFrom('credential_terms')
    .selectAll()
    .where(
      'id',
      'in',
      sql<number>`(select coalesce(c.term_id,
          (select max(t.id) from credential_terms t where t.credential_id = c.id))
        from employee_credentials c where c.id = any(${[...ids]}::integer[]))`,
    )
    .execute();
  return new Map(
    rows.map((row) => [
      row.credential_id,
      {
        number: numberOf(secrets, row),
        issuer: row.issuer,
        region: row.region,
        class: row.class,
        restrictions: row.restrictions,
        issuedOn: null,
        expiresOn: null,
      },
    ]),
  );
}

/** Enters the renewals of several credentials, such as the yearly checks; all of them or none. */
export function renewMany(platform: Platform, writes: Limit): Handler<typeof calls.renewMany> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, body: { renewals }, ip }) => {
    await writes.consume(String(actor.userId));
    const renewed = await db
      .transaction()
      .execute(async (tx) => {
        const ids = renewals.map(({ credentialId }) => credentialId);
        if (new Set(ids).size < ids.length) throw invalid('Renew each credential once.');
        const held = new Map((await lockCredentials(tx, actor, ids)).map((one) => [one.id, one]));
        const clientIds = renewals.map(({ clientId }) => clientId.toLowerCase());
        if (new Set(clientIds).size < clientIds.length) throw otherEntry();
        const isRepeated = await findRepeats(tx, actor, clientIds);
        const today = await getToday(tx);
        const open = renewals.flatMap((renewal, at) => {
          const one = held.get(renewal.credentialId);
          if (!one) throw notFound();
          return isRepeated(renewal) ? [] : [{ renewal, one, at }];
        });
        for (const { renewal, one, at } of open) {
          assertManages(one);
          assertVersion(one, renewal.version, `the ${one.name} of ${one.employee}`);
          assertRenewable(one);
          assertDays(renewal, one, {
            today,
            latest: one.expires_on,
            field: (name) => `renewals.${at}.${name}`,
          });
        }
        const previous = await findPrevious(
          platform,
          tx,
          open.map(({ one }) => one.id),
        );
        const terms = open.map(({ renewal: { clientId, issuedOn, expiresOn }, one }) => {
          const known = one.term_id !== null && previous.get(one.id);
          if (!known) throw conflict(`The ${one.name} of ${one.employee} is not verified yet.`);
          const facts = { ...known, issuedOn, expiresOn };
          return { clientId, credentialId: one.id, facts, kind: one, isVerified: true };
        });
        await insertTerms(tx, platform.secrets, actor, terms);
        await bump(
          tx,
          open.map(({ one }) => one.id),
        );
        await recordActivity(
          tx,
          ...open.map(({ one, renewal: { issuedOn, expiresOn } }) => ({
            actor,
            action: 'credential.renewed',
            subject: subjectOf(one),
            before: { issuedOn: one.issued_on, expiresOn: one.expires_on },
            after: { issuedOn, expiresOn },
            ip,
          })),
        );
        return open.length;
      })
      .catch((error) => {
        throw explainTerm(error);
      });
    if (renewed > 0) publishChanged(platform);
    return { renewed: renewals.length };
  };
}

/** Whether a first run of this request entered a renewal; throws 409 if its id is of another credential. */
async function findRepeats(
  db: CredentialsDb,
  { userId }: Actor,
  clientIds: readonly string[],
): Promise<(renewal: { credentialId: number; clientId: string }) => boolean> {
  const { rows } = await sql<{ client_id: string; credential_id: number }>`
    select client_id, credential_id from credential_terms
    where created_by = ${userId} and client_id = any(${[...clientIds]}::uuid[])`.execute(db);
  return ({ credentialId, clientId }) => {
    const found = rows.find(({ client_id }) => client_id === clientId.toLowerCase());
    if (found && found.credential_id !== credentialId) throw otherEntry();
    return found !== undefined;
  };
}
