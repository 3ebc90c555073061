import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type Act, recordActivity } from '../../../activity/server/public.ts';
import type { EmployeeCredentials } from '../../contract/credential.ts';
import type * as calls from '../../contract.ts';
import { getToday } from '../days.ts';
import { numberOf } from '../numbers.ts';
import { publishChanged } from '../publish.ts';
import { getEmployeeCredentials } from '../reading/employee.ts';
import type { CredentialsDb } from '../tables.ts';
import { assertManages, type Held, lockCredential, subjectOf } from './held.ts';
import { assertDays, bump, type Facts, factColumns, loggedFacts } from './terms.ts';

type Logged = Pick<Act, 'action' | 'before' | 'after'>;

interface Command {
  credentialId: number;
  version: number;
  ip: string;
  /** Changes the locked credential; returns what is recorded. */
  change(tx: CredentialsDb, held: Held): Promise<Logged>;
}

/** A change by HR. */
async function manage(
  platform: Platform,
  actor: Actor,
  { credentialId, version, ip, change }: Command,
): Promise<EmployeeCredentials> {
  const db: CredentialsDb = platform.db;
  const userId = await db.transaction().execute(async (tx) => {
    const held = await lockCredential(tx, actor, credentialId, version);
    assertManages(held);
    const logged = await change(tx, held);
    await bump(tx, [credentialId]);
    await recordActivity(tx, { actor, ...logged, subject: subjectOf(held), ip });
    return held.user_id;
  });
  publishChanged(platform);
  return getEmployeeCredentials(db, actor, userId);
}

/** Corrects the current term. After a change of the expiry, reminders are sent again. */
export function correctCredential(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.correctCredential> {
  return async ({ actor, params: { credentialId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { version, ...facts } = body;
    return manage(platform, actor, {
      credentialId,
      version,
      ip,
      change: (tx, held) => correct(platform, tx, held, facts),
    });
  };
}

async function correct(
  { secrets }: Platform,
  tx: CredentialsDb,
  held: Held,
  facts: Facts,
): Promise<Logged> {
  if (held.term_id === null) throw conflict('This credential is not verified yet.');
  assertDays(facts, held, { today: await getToday(tx) });
  const before = await tx
    .selectFrom('credential_terms')
    .selectAll()
    .where('id', '=', held.term_id)
    .executeTakeFirstOrThrow();
  const was = numberOf(secrets, before);
  const number = facts.number ?? was;
  await tx
    .updateTable('credential_terms')
    .set(factColumns(secrets, before.client_id, { ...facts, number }, held))
    .where('id', '=', held.term_id)
    .execute();
  if (facts.expiresOn !== held.expires_on) {
    await tx.deleteFrom('credential_reminders').where('term_id', '=', held.term_id).execute();
  }
  return {
    action: 'credential.corrected',
    before: {
      issuedOn: held.issued_on,
      expiresOn: held.expires_on,
      issuer: before.issuer,
      region: before.region,
      class: before.class,
    },
    after: { ...loggedFacts(facts), ...(number !== was && { changed: 'number' }) },
  };
}

/** Records that the state or the issuer suspended or revoked it. */
export function revokeCredential(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.revokeCredential> {
  return async ({ actor, params: { credentialId }, body: { version, on, reason }, ip }) => {
    await writes.consume(String(actor.userId));
    return manage(platform, actor, {
      credentialId,
      version,
      ip,
      async change(tx, held) {
        if (held.term_id === null) throw conflict('This credential is not verified yet.');
        if (held.revoked_on !== null) throw conflict('This credential is already revoked.');
        if (on > (await getToday(tx))) {
          const problem = 'Choose a day that isn’t in the future';
          throw invalid(`${problem}.`, { on: problem });
        }
        await tx
          .updateTable('employee_credentials')
          .set({ revoked_on: on, revoked_by: actor.userId, revoke_reason: reason })
          .where('id', '=', credentialId)
          .execute();
        return { action: 'credential.revoked', after: { on, reason } };
      },
    });
  };
}

export function restoreCredential(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.restoreCredential> {
  return async ({ actor, params: { credentialId }, query: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    return manage(platform, actor, {
      credentialId,
      version,
      ip,
      async change(tx, { revoked_on }) {
        if (revoked_on === null) throw conflict('This credential is not revoked.');
        await tx
          .updateTable('employee_credentials')
          .set({ revoked_on: null, revoked_by: null, revoke_reason: null })
          .where('id', '=', credentialId)
          .execute();
        return { action: 'credential.restored', before: { revokedOn: revoked_on }, after: {} };
      },
    });
  };
}

/** Removes what was entered by mistake. */
export function removeCredential(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.removeCredential> {
  return async ({ actor, params: { credentialId }, query: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    return manage(platform, actor, {
      credentialId,
      version,
      ip,
      async change(tx, held) {
        await tx
          .updateTable('employee_credentials')
          .set({ removed_at: new Date(), removed_by: actor.userId })
          .where('id', '=', credentialId)
          .execute();
        return { action: 'credential.removed', before: { expiresOn: held.expires_on }, after: {} };
      },
    });
  };
}

/** A private number, for its employee and HR; each time HR reads one, the activity log has it before the answer. */
export function readNumber(platform: Platform, reads: Limit): Handler<typeof calls.readNumber> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, params: { credentialId, termId }, ip }) => {
    await reads.consume(String(actor.userId));
    const number = await db.transaction().execute(async (tx) => {
      const held = await lockCredential(tx, actor, credentialId);
      if (!held.is_own) assertManages(held);
      const row = await tx
        .selectFrom('credential_terms')
        .select(['client_id', 'number', 'sealed_number'])
        .where('id', '=', termId)
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      if (!row) throw notFound();
      if (!held.is_own) {
        await recordActivity(tx, {
          actor,
          action: 'credential.number_read',
          subject: subjectOf(held),
          ip,
        });
      }
      return numberOf(platform.secrets, row);
    });
    return { number };
  };
}
