import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import {
  announceEnded,
  assertAcceptable,
  endSessions,
  forgetDevices,
  hashPassword,
  mailPasswordChanged,
  mailResetLink,
  ownPasswordSetting,
  setPasswordHash,
} from '../../../access/server/public.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { changeSetting, getSetting } from '../../../organization/server/public.ts';
import { findPersonById, type PersonRow } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertMay, getTarget, runAdminAction, type Tx } from '../acting/act.ts';
import { reasons } from '../acting/publish.ts';

/** Whether a password set by someone else must be changed at the next sign-in. */
export const mustChange = (tx: Tx): Promise<boolean> =>
  getSetting(tx as Db<AnyTables>, ownPasswordSetting);

export function resetUserPassword(platform: Platform): Handler<typeof calls.resetUserPassword> {
  return async ({ body: { userId, newPassword }, userAgent, ...context }) => {
    const person = await findPersonById(platform.db, userId);
    if (!person || person.deleted_at) throw notFound();
    const hash = await preparePassword(newPassword, person, 'newPassword');
    const ended = await runAdminAction(platform, context, async (tx, doer) => {
      const row = await getTarget(tx, userId);
      assertMay(doer, 'password', row);
      return replacePassword(platform, tx, { ...context, userAgent, doer, row, hash });
    });
    announceEnded(platform, ended, reasons.password);
    return { message: 'The password has been reset.' };
  };
}

/** Validates and hashes a password before the locked transaction, which others wait for. */
export async function preparePassword(
  password: string,
  owner: PersonRow,
  field = 'password',
): Promise<string> {
  assertAcceptable(password, owner, field);
  return hashPassword(password);
}

interface Replacement {
  doer: Actor;
  ip: string;
  userAgent: string;
  row: PersonRow;
  hash: string;
}

/** Sets the password and ends every session; returns the ids of those that were open. */
export async function replacePassword(
  platform: Platform,
  tx: Tx,
  { doer, ip, userAgent, row, hash }: Replacement,
): Promise<string[]> {
  await setPasswordHash(tx, row.id, hash, { mustChange: await mustChange(tx) });
  await recordActivity(tx, {
    actor: doer,
    action: 'user.password_reset',
    subject: userSubject(row),
    ip,
  });
  await forgetDevices(tx, row.id);
  await mailPasswordChanged(platform, tx, row, { ip, userAgent, how: 'administrator' });
  return endSessions(tx, row.id);
}

/** Better than setting a password: only the person ever knows it. */
export function mailUserResetLink(platform: Platform): Handler<typeof calls.mailUserResetLink> {
  return async ({ body: { userId }, ...context }) => {
    const row = await runAdminAction(platform, context, async (tx, doer) => {
      const target = await getTarget(tx, userId);
      assertMay(doer, 'password', target);
      if (!target.is_active) throw conflict('This account is disabled. Enable it first.');
      if (target.pending) throw conflict('This registration has not been approved yet.');
      if (!target.email_confirmed_at) {
        throw conflict('This email address has not been confirmed yet.');
      }
      if (!(await mailResetLink(platform, tx, target))) {
        throw conflict('Three links were sent in the last hour. Try again later.');
      }
      const subject = userSubject(target);
      await recordActivity(tx, {
        actor: doer,
        action: 'user.reset_link_mailed',
        subject,
        ip: context.ip,
      });
      return target;
    });
    return { message: `A reset link has been sent to ${row.email}.` };
  };
}

const lockKey = 'own-password';

export function readOwnPassword({ db }: Platform): Handler<typeof calls.readOwnPassword> {
  return async () => ({ required: await getSetting(db, ownPasswordSetting) });
}

export function setOwnPassword({ db }: Platform): Handler<typeof calls.setOwnPassword> {
  return async ({ actor, body: { required }, ip }) => {
    await db.transaction().execute(async (anyTx) => {
      const tx = anyTx as Db<AnyTables>;
      // The entry contains the previous value, so two changes must run one after the other.
      await sql`select pg_advisory_xact_lock(hashtext(${lockKey}), 0)`.execute(tx);
      const before = await getSetting(tx, ownPasswordSetting);
      if (before === required) return;
      await changeSetting(tx, ownPasswordSetting, required);
      await recordActivity(tx, {
        actor,
        action: 'organization.own_password_changed',
        subject: {
          type: 'organization',
          id: 'own-password',
          name: 'Passwords set by administrators',
        },
        before: { mustBeReplaced: before },
        after: { mustBeReplaced: required },
        ip,
      });
    });
    return { required };
  };
}
