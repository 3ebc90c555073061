import { sql } from 'kysely';
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { findCreated } from '../../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import {
  notify,
  publishNotifications,
  type Unpublished,
} from '../../../notifications/server/public.ts';
import type * as calls from '../../contract/private.ts';
import type { PrivatePart } from '../../contract/private.ts';
import { publishChanged } from '../publish.ts';
import type { EmployeesDb } from '../tables.ts';
import { assertPast, getToday } from '../today.ts';
import { lockFile, type Parts, raiseVersion, someoneElse } from '../writing/change.ts';
import { applyPay } from '../writing/current.ts';
import {
  contexts,
  getOpened,
  type Identity,
  type NoteText,
  type PayRate,
  readPrivatePart,
} from './find.ts';
import { privateActions } from './read.ts';

interface Request {
  actor: Actor;
  ip: string;
  employeeId: number;
  /** What is changed, for the activity log: never what it says. */
  part: 'identity' | 'pay' | 'note';
  /** Makes the change; null: there is nothing to change, as for a repeated request. */
  change(tx: EmployeesDb, today: string): Promise<{ notices?: Unpublished } | null>;
}

/** One change of a private part, by someone with private access: logged with it, and published after COMMIT. */
async function changePrivate(
  platform: Parts,
  writes: Limit,
  { actor, ip, employeeId, part, change }: Request,
): Promise<PrivatePart> {
  const db: EmployeesDb = platform.db;
  await writes.consume(String(actor.userId));
  const today = await getToday(db);
  const { found, notices } = await db.transaction().execute(async (tx) => {
    await lockFile(tx, actor, employeeId, today);
    const opened = await getOpened(tx, actor, employeeId);
    if (opened.reader === 'self') throw forbidden(someoneElse);
    const made = await change(tx, today);
    const subject = userSubject(opened.found);
    // Also of a repeated request, whose answer shows the private part.
    await recordActivity(tx, {
      actor,
      action: made ? privateActions.changed : privateActions.viewed,
      subject,
      ...(made && { after: { part } }),
      ip,
    });
    if (made) await raiseVersion(tx, employeeId);
    return { found: opened.found, notices: made?.notices };
  });
  if (notices) await publishNotifications(platform, notices);
  await publishChanged(platform, { id: employeeId, stores: [found.store], isPublic: false });
  return readPrivatePart(db, platform.secrets, employeeId, 'holder');
}

export function saveIdentity(platform: Parts, writes: Limit): Handler<typeof calls.saveIdentity> {
  return ({ actor, params: { employeeId }, body: { version, ...body }, ip }) =>
    changePrivate(platform, writes, {
      ...{ actor, ip, employeeId, part: 'identity' },
      async change(tx, today) {
        if (body.dateOfBirth !== null) assertPast(body.dateOfBirth, today, 'dateOfBirth');
        const row = await tx
          .selectFrom('employee_private')
          .select('version')
          .where('user_id', '=', employeeId)
          .executeTakeFirst();
        assertVersion(row ?? { version: 0 }, version, 'this employee’s identity', 'load');
        const identity: Identity = body;
        const sealed = JSON.stringify(
          platform.secrets.seal(JSON.stringify(identity), contexts.identity(employeeId)),
        );
        await sql`insert into employee_private (user_id, sealed, updated_by)
          values (${employeeId}, ${sealed}::jsonb, ${actor.userId})
          on conflict (user_id) do update set sealed = excluded.sealed, updated_by = excluded.updated_by,
            updated_at = clock_timestamp(), version = employee_private.version + 1`.execute(tx);
        return {};
      },
    });
}

export function addPay(platform: Parts, writes: Limit): Handler<typeof calls.addPay> {
  return ({ actor, params: { employeeId }, body, ip }) =>
    changePrivate(platform, writes, {
      ...{ actor, ip, employeeId, part: 'pay' },
      async change(tx, today) {
        const { clientId, effectiveOn, basis, rateCents, per, reason } = body;
        // Under the file’s lock, so a repeated request finds what the first one added.
        if (await findCreated(tx, 'employee_pay', actor, clientId)) return null;
        const rate: PayRate = { rateCents, per, reason };
        const sealed = JSON.stringify(
          platform.secrets.seal(JSON.stringify(rate), contexts.pay(employeeId, clientId)),
        );
        await sql`insert into employee_pay (user_id, effective_on, basis, sealed, client_id, created_by)
          values (${employeeId}, ${effectiveOn}, ${basis}, ${sealed}::jsonb, ${clientId}, ${actor.userId})`.execute(
          tx,
        );
        await applyPay(tx, employeeId, today);
        return {};
      },
    });
}

export function removePay(platform: Parts, writes: Limit): Handler<typeof calls.removePay> {
  return ({ actor, params: { employeeId, payId }, ip }) =>
    changePrivate(platform, writes, {
      ...{ actor, ip, employeeId, part: 'pay' },
      async change(tx, today) {
        await erase(tx, actor, 'employee_pay', employeeId, payId);
        await applyPay(tx, employeeId, today);
        return {};
      },
    });
}

export function addPrivateNote(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.addPrivateNote> {
  return ({ actor, params: { employeeId }, body: { clientId, kind, onDate, text }, ip }) =>
    changePrivate(platform, writes, {
      ...{ actor, ip, employeeId, part: 'note' },
      async change(tx, today) {
        assertPast(onDate, today, 'onDate');
        if (await findCreated(tx, 'employee_private_notes', actor, clientId)) return null;
        const note: NoteText = { text };
        const sealed = JSON.stringify(
          platform.secrets.seal(JSON.stringify(note), contexts.note(employeeId, clientId)),
        );
        const { rows } = await sql<{ id: number }>`
          insert into employee_private_notes (user_id, kind, on_date, sealed, client_id, created_by)
          values (${employeeId}, ${kind}, ${onDate}, ${sealed}::jsonb, ${clientId}, ${actor.userId})
          returning id`.execute(tx);
        if (kind !== 'discipline') return {};
        return { notices: await notifyOfNote(tx, employeeId, rows[0]?.id ?? 0) };
      },
    });
}

/** Without a word of what it is about: others may see the screen, or read the email. */
const notifyOfNote = (tx: EmployeesDb, employeeId: number, noteId: number) =>
  notify(tx, {
    userIds: [employeeId],
    title: 'HR added something to your file',
    message: 'Open the private part of your file to read and acknowledge it.',
    type: 'info',
    actionUrl: `/people?employee=${employeeId}`,
    actionLabel: 'Open your file',
    key: `employee-note:${noteId}`,
    deliver: { push: true, digest: true },
  });

export function removePrivateNote(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.removePrivateNote> {
  return ({ actor, params: { employeeId, noteId }, ip }) =>
    changePrivate(platform, writes, {
      ...{ actor, ip, employeeId, part: 'note' },
      async change(tx) {
        await erase(tx, actor, 'employee_private_notes', employeeId, noteId);
        return {};
      },
    });
}

/** That it was there, and who removed it, stays; what it said does not. */
async function erase(
  tx: EmployeesDb,
  actor: Actor,
  table: 'employee_pay' | 'employee_private_notes',
  employeeId: number,
  id: number,
): Promise<void> {
  const { rows } =
    await sql`update ${sql.table(table)} set sealed = null, removed_by = ${actor.userId},
    removed_at = clock_timestamp()
    where id = ${id} and user_id = ${employeeId} and removed_at is null returning 1`.execute(tx);
  if (rows.length === 0) throw notFound();
}

export function acknowledgeNote(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.acknowledgeNote> {
  const db: EmployeesDb = platform.db;
  return async ({ actor, params: { employeeId, noteId }, ip }) => {
    await writes.consume(String(actor.userId));
    const { found, reader } = await getOpened(db, actor, employeeId);
    if (reader !== 'self') throw forbidden('Only the employee can acknowledge a note.');
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ kind: string; acknowledged_at: Date | null }>`
        select kind, acknowledged_at from employee_private_notes
        where id = ${noteId} and user_id = ${employeeId} and removed_at is null for update`.execute(
        tx,
      );
      const [note] = rows;
      if (!note) throw notFound();
      if (note.kind !== 'discipline') throw conflict('Only discipline notes are acknowledged.');
      const isFirst = note.acknowledged_at === null;
      if (isFirst) {
        await sql`update employee_private_notes set acknowledged_at = clock_timestamp()
          where id = ${noteId}`.execute(tx);
      }
      await recordActivity(tx, {
        actor,
        action: isFirst ? privateActions.acknowledged : privateActions.viewed,
        subject: userSubject(found),
        ip,
      });
    });
    await publishChanged(platform, { id: employeeId, stores: [found.store], isPublic: false });
    return readPrivatePart(db, platform.secrets, employeeId, 'self');
  };
}
