import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { publishChanged } from '../publish.ts';
import { getEmployeeCredentials } from '../reading/employee.ts';
import type { CredentialsDb } from '../tables.ts';
import { assertManages, lockCredential, subjectOf } from './held.ts';
import { notifyDecided } from './notices.ts';
import { bump, makeCurrent } from './terms.ts';

/** Verifies what an employee submitted, or returns it. */
export function decideSubmission(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.decideSubmission> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, params: { credentialId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { version, termId, verify, reason } = body;
    if (!verify && reason === undefined) {
      const problem = 'Enter a reason';
      throw invalid('Enter why you return it.', { reason: problem });
    }
    const { userId, publish } = await db.transaction().execute(async (tx) => {
      const held = await lockCredential(tx, actor, credentialId, version);
      assertManages(held);
      if (held.submitted_id !== termId) throw conflict('This was already decided or withdrawn.');
      await tx
        .updateTable('credential_terms')
        .set({
          state: verify ? 'verified' : 'returned',
          reason: verify ? null : (reason ?? null),
          decided_by: actor.userId,
          decided_at: new Date(),
        })
        .where('id', '=', termId)
        .execute();
      if (verify) await makeCurrent(tx, [termId]);
      await bump(tx, [credentialId]);
      await recordActivity(tx, {
        actor,
        action: verify ? 'credential.verified' : 'credential.returned',
        subject: subjectOf(held),
        before: { expiresOn: held.expires_on },
        after: verify ? {} : { reason },
        ip,
      });
      const { user_id, name } = held;
      const decision = { termId, userId: user_id, kind: name, isVerified: verify };
      return { userId: user_id, publish: await notifyDecided(platform, tx, decision) };
    });
    publishChanged(platform);
    await publish();
    return getEmployeeCredentials(db, actor, userId);
  };
}

/** Withdraws the employee’s own submission. */
export function withdrawSubmission(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.withdrawSubmission> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, params: { credentialId }, body: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const held = await lockCredential(tx, actor, credentialId, version);
      if (!held.is_own) throw forbidden('Only the employee can withdraw this.');
      if (held.submitted_id === null || held.submitted_by !== actor.userId) {
        throw conflict('Nothing of yours waits to be verified.');
      }
      await tx
        .updateTable('credential_terms')
        .set({ state: 'withdrawn', decided_by: actor.userId, decided_at: new Date() })
        .where('id', '=', held.submitted_id)
        .execute();
      await bump(tx, [credentialId]);
      await recordActivity(tx, {
        actor,
        action: 'credential.submission_withdrawn',
        subject: subjectOf(held),
        ip,
      });
    });
    publishChanged(platform);
    return getEmployeeCredentials(db, actor, actor.userId);
  };
}
