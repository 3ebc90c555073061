import { sql } from 'kysely';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import { listAdministrators } from '../../../people/server/public.ts';
import type * as calls from '../../contract/private.ts';
import { hasPrivateAccess, isHrWriter, isInForce } from '../holders.ts';
import { canWriteHr } from '../policy.ts';
import { publishAccessChanged } from '../publish.ts';
import type { EmployeesDb } from '../tables.ts';
import type { Parts } from '../writing/change.ts';

interface Holder {
  userId: number;
  name: string;
  grantedBy: string | null;
  grantedAt: Date;
}

async function listHolders(db: EmployeesDb): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select u.id as "userId", u.shown_name as name, g.shown_name as "grantedBy", a.granted_at as "grantedAt"
    from employee_private_access a join users u on u.id = a.user_id left join users g on g.id = a.granted_by
    where ${isInForce} order by a.granted_at, a.id`.execute(db);
  return rows;
}

/** Someone of the HR department, while no one has it. */
const mayClaim = (actor: Actor, holders: readonly Holder[]) =>
  holders.length === 0 && canWriteHr(actor) && actor.department === 'hr';

export function listPrivateAccess(db: EmployeesDb): Handler<typeof calls.listPrivateAccess> {
  return async ({ actor }) => {
    const holders = await listHolders(db);
    const grants = holders.some(({ userId }) => userId === actor.userId);
    return {
      holders: holders.map((holder) => ({
        ...holder,
        grantedAt: holder.grantedAt.toISOString(),
        isYou: holder.userId === actor.userId,
      })),
      candidates: grants ? await listCandidates(db) : [],
      may: { grant: grants, claim: mayClaim(actor, holders) },
    };
  };
}

async function listCandidates(db: EmployeesDb): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name from users u where ${isHrWriter} and not exists (
      select from employee_private_access a where a.user_id = u.id and a.ended_at is null)
    order by lower(u.last_name), lower(u.first_name), u.id`.execute(db);
  return rows;
}

/** Grants, ends and claims run one after the other. */
const lockAccess = (tx: EmployeesDb) =>
  sql`select pg_advisory_xact_lock(hashtext('employees.private-access'), 0)`.execute(tx);

const onlyHolders = 'Only people with private access can give it or take it away.';

interface Named {
  id: number;
  name: string;
}

async function findHrWriter(tx: EmployeesDb, id: number): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    select u.id, u.shown_name as name from users u where u.id = ${id} and ${isHrWriter}`.execute(
    tx,
  );
  return rows[0];
}

const subjectOf = ({ id, name }: Named) => ({ type: 'user', id, name });

export function grantPrivateAccess(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.grantPrivateAccess> {
  const db: EmployeesDb = platform.db;
  return async ({ actor, body: { userId }, ip }) => {
    await writes.consume(String(actor.userId));
    const { name, notices } = await db.transaction().execute(async (tx) => {
      await lockAccess(tx);
      if (!(await hasPrivateAccess(tx, actor))) throw forbidden(onlyHolders);
      if (userId === actor.userId) throw conflict('You already have private access.');
      const writer = await findHrWriter(tx, userId);
      if (!writer) {
        const problem = 'Choose someone who makes changes in HR';
        throw invalid(`${problem}.`, { userId: problem });
      }
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('employee_private_access')
        .values({ user_id: userId, granted_by: actor.userId })
        .onConflict((same) => same.column('user_id').where('ended_at', 'is', null).doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) throw conflict(`${writer.name} already has private access.`);
      const subject = subjectOf(writer);
      await recordActivity(tx, { actor, action: 'private_access.granted', subject, ip });
      return {
        name: writer.name,
        notices: await notify(tx, {
          userIds: [userId],
          title: `${actor.shownName} gave you private access`,
          message: 'You can open the private part of employee files. Every view is logged.',
          type: 'info',
          actionUrl: '/hr?view=access',
          actionLabel: 'Open HR',
          deliver: { push: true, digest: true },
        }),
      };
    });
    await publishNotifications(platform, notices);
    publishAccessChanged(platform);
    return { message: `${name} now has private access.` };
  };
}

export function endPrivateAccess(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.endPrivateAccess> {
  const db: EmployeesDb = platform.db;
  return async ({ actor, params: { userId }, ip }) => {
    await writes.consume(String(actor.userId));
    const { name, notices } = await db.transaction().execute(async (tx) => {
      await lockAccess(tx);
      if (!(await hasPrivateAccess(tx, actor))) throw forbidden(onlyHolders);
      const { rows } = await sql<Named>`
        update employee_private_access a set ended_at = clock_timestamp(), ended_by = ${actor.userId}
        from users u where u.id = a.user_id and a.user_id = ${userId} and a.ended_at is null
        returning u.id, u.shown_name as name`.execute(tx);
      const [ended] = rows;
      if (!ended) throw notFound();
      const subject = subjectOf(ended);
      await recordActivity(tx, { actor, action: 'private_access.ended', subject, ip });
      return {
        name: ended.name,
        notices:
          userId === actor.userId
            ? null
            : await notify(tx, {
                userIds: [userId],
                title: `${actor.shownName} ended your private access`,
                message: 'You can no longer open the private part of employee files.',
                type: 'info',
                deliver: { push: true, digest: true },
              }),
      };
    });
    if (notices) await publishNotifications(platform, notices);
    publishAccessChanged(platform);
    return { message: `${name} no longer has private access.` };
  };
}

export function claimPrivateAccess(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.claimPrivateAccess> {
  const db: EmployeesDb = platform.db;
  return async ({ actor, ip }) => {
    await writes.consume(String(actor.userId));
    const notices = await db.transaction().execute(async (tx) => {
      await lockAccess(tx);
      const holders = await listHolders(tx);
      if (holders.length > 0) {
        throw conflict(
          `${holders.map(({ name }) => name).join(', ')} can give you private access.`,
        );
      }
      if (!mayClaim(actor, holders)) {
        throw forbidden('Only the HR department can take private access.');
      }
      const { id } = await tx
        .insertInto('employee_private_access')
        .values({ user_id: actor.userId, granted_by: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      const subject = subjectOf({ id: actor.userId, name: actor.shownName });
      await recordActivity(tx, { actor, action: 'private_access.claimed', subject, ip });
      return alert(platform, tx, actor, id);
    });
    await publishNotifications(platform, notices);
    publishAccessChanged(platform);
    return { message: 'You now have private access. All administrators were notified.' };
  };
}

/** All administrators, by notification and email, in the transaction of the claim. */
async function alert(
  { mail, publicUrl }: Pick<Parts, 'mail' | 'publicUrl'>,
  tx: EmployeesDb,
  actor: Actor,
  accessId: number,
) {
  const administrators = await listAdministrators(tx);
  const title = `${actor.shownName} took private access in HR`;
  const message = `No one had access to the private part of employee files, and ${actor.shownName} (${actor.username}) of HR took it. If this is unexpected, disable the account and check the activity log.`;
  const notices = await notify(tx, {
    userIds: administrators.map(({ id }) => id),
    title,
    message,
    type: 'warning',
    actionUrl: '/admin-tools',
    actionLabel: 'Open the activity log',
    key: `private-access-claimed:${accessId}`,
    urgent: true,
    deliver: { push: true, digest: false },
  });
  for (const { email } of administrators) {
    const text = `${message}\n\n${publicUrl()}/admin-tools`;
    await mail.send(tx, { to: email, subject: title, text, category: 'security' });
  }
  return notices;
}
