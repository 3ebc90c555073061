import { sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import {
  notify,
  publishNotifications,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import type { PersonalChange, PersonalGroup } from '../../contract/fields.ts';
import type * as calls from '../../contract/writing.ts';
import { listHr } from '../holders.ts';
import { publishChanged } from '../publish.ts';
import type { FoundEmployee } from '../record/find.ts';
import { getEmployee } from '../record/page.ts';
import { storePersonal } from '../record/personal.ts';
import { changesNothing } from '../record/proposals.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';
import {
  assertWrites,
  changeFile,
  lockFile,
  type Parts,
  raiseVersion,
  recordChange,
  someoneElse,
} from './change.ts';

const groupNames: Record<PersonalGroup, string> = {
  name: 'preferred name',
  contact: 'contact data',
  emergency: 'emergency contacts',
};

const askKey = (proposalId: number) => `employee-proposal:${proposalId}`;

const isPublic = (group: PersonalGroup) => group === 'name';

export function savePersonal(platform: Parts, writes: Limit): Handler<typeof calls.savePersonal> {
  return async ({ actor, params, body: { version, change }, ip }) => {
    await writes.consume(String(actor.userId));
    return changeFile(platform, {
      ...{ actor, ip, version, employeeId: params.employeeId },
      async change({ tx, found }) {
        if (await changesNothing(tx, found.id, change)) return null;
        await storePersonal(tx, found.id, change);
        return {
          event: { kind: 'personal', group: change.group, isProposed: false },
          // Readers of the log must not see private contact data.
          act: { action: 'employee.personal_changed', after: { part: groupNames[change.group] } },
          isPublic: isPublic(change.group),
        };
      },
    });
  };
}

export function proposeChange(platform: Parts, writes: Limit): Handler<typeof calls.proposeChange> {
  const db: EmployeesDb = platform.db;
  return async ({ actor, body: { clientId, change }, ip }) => {
    await writes.consume(String(actor.userId));
    const employeeId = actor.userId;
    const today = await getToday(db);
    if (!(await findCreated(db, 'employee_proposals', actor, clientId))) {
      const added: { found: FoundEmployee | null; notices: Unpublished | null } = {
        found: null,
        notices: null,
      };
      await createOnce(db, 'employee_proposals', actor, clientId, {
        async insert(anyTx) {
          const tx: EmployeesDb = anyTx;
          const found = await lockFile(tx, actor, employeeId, today);
          if (await changesNothing(tx, employeeId, change)) {
            throw invalid('Your file already says this.');
          }
          const { id } = await tx
            .insertInto('employee_proposals')
            .values({
              user_id: employeeId,
              field_group: change.group,
              data: JSON.stringify(change),
              client_id: clientId,
              created_by: employeeId,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await recordChange(tx, {
            ...{ actor, ip, found },
            change: {
              event: { kind: 'proposal', group: change.group, step: 'made', reason: null },
              act: {
                action: 'employee.change_proposed',
                after: { part: groupNames[change.group] },
              },
            },
          });
          added.notices = await notify(tx, {
            userIds: await listHr(tx, found.store, { except: found.id }),
            title: `${found.name} wants to change their ${groupNames[change.group]}`,
            message: 'Approve or decline the change in HR.',
            type: 'info',
            actionUrl: '/hr?view=changes',
            actionLabel: 'Open changes',
            key: askKey(id),
            deliver: { push: true, digest: true },
          });
          added.found = found;
          return id;
        },
        explain: (error) =>
          violatedConstraint(error) === 'employee_proposals_open'
            ? conflict(
                `A change to your ${groupNames[change.group]} is already waiting for HR. Withdraw it first.`,
              )
            : error,
      });
      if (added.notices) await publishNotifications(platform, added.notices);
      if (added.found) {
        await publishChanged(platform, {
          id: employeeId,
          stores: [added.found.store],
          isPublic: false,
        });
      }
    }
    return getEmployee(db, actor, employeeId);
  };
}

interface OpenProposal {
  id: number;
  user_id: number;
  field_group: PersonalGroup;
  data: PersonalChange;
}

/** Locks the file, then its proposal: 404 if there is none that the actor sees, 409 if it was decided. */
async function lockProposal(
  tx: EmployeesDb,
  actor: Actor,
  proposalId: number,
  today: string,
): Promise<{ found: FoundEmployee; proposal: OpenProposal }> {
  const about = await tx
    .selectFrom('employee_proposals')
    .select('user_id')
    .where('id', '=', proposalId)
    .executeTakeFirst();
  if (!about) throw notFound();
  const found = await lockFile(tx, actor, about.user_id, today);
  if (found.id !== actor.userId && !found.reads_as_hr) throw notFound();
  const { rows } = await sql<OpenProposal & { outcome: string | null }>`
    select id, user_id, field_group, data, outcome from employee_proposals
    where id = ${proposalId} for update`.execute(tx);
  const [proposal] = rows;
  if (!proposal) throw notFound();
  if (proposal.outcome !== null) throw conflict(`This change was already ${proposal.outcome}.`);
  return { found, proposal };
}

interface Decision {
  actor: Actor;
  ip: string;
  proposalId: number;
  outcome: 'approved' | 'declined' | 'withdrawn';
  reason?: string;
}

async function decide(
  platform: Parts,
  { actor, ip, proposalId, outcome, reason }: Decision,
): Promise<number> {
  const db: EmployeesDb = platform.db;
  const today = await getToday(db);
  const { found, proposal, notices } = await db.transaction().execute(async (tx) => {
    const locked = await lockProposal(tx, actor, proposalId, today);
    const group = locked.proposal.field_group;
    const isOwn = locked.found.id === actor.userId;
    if (outcome === 'withdrawn') {
      if (!isOwn) throw forbidden('Only the employee can withdraw their proposal.');
    } else if (isOwn) {
      throw forbidden(someoneElse);
    } else {
      assertWrites(actor, locked.found);
    }
    await tx
      .updateTable('employee_proposals')
      .set({
        outcome,
        decided_by: actor.userId,
        decided_at: new Date(),
        reason: reason ?? null,
        data: null,
      })
      .where('id', '=', proposalId)
      .execute();
    if (outcome === 'approved') {
      await storePersonal(tx, locked.found.id, locked.proposal.data);
      await raiseVersion(tx, locked.found.id);
    }
    await recordChange(tx, {
      ...{ actor, ip, found: locked.found },
      change: {
        event:
          outcome === 'approved'
            ? { kind: 'personal', group, isProposed: true }
            : { kind: 'proposal', group, step: outcome, reason: reason ?? null },
        act: { action: `employee.change_${outcome}`, after: { part: groupNames[group] } },
      },
    });
    // HR has nothing left to decide.
    const withdrawn = await withdraw(tx, { keys: [askKey(proposalId)] });
    const decided = isOwn
      ? []
      : [await notifyDecided(tx, locked.found, proposalId, { group, outcome })];
    return { ...locked, notices: [withdrawn, ...decided] };
  });
  await publishNotifications(platform, ...notices);
  await publishChanged(platform, {
    id: found.id,
    stores: [found.store],
    isPublic: outcome === 'approved' && isPublic(proposal.field_group),
  });
  return found.id;
}

/** The reason stays in the file: a notification may be seen by others on a screen or in an email. */
function notifyDecided(
  tx: EmployeesDb,
  found: FoundEmployee,
  proposalId: number,
  { group, outcome }: { group: PersonalGroup; outcome: Decision['outcome'] },
): Promise<Unpublished> {
  return notify(tx, {
    userIds: [found.id],
    title: `HR ${outcome} your change`,
    message:
      outcome === 'approved'
        ? `Your ${groupNames[group]} in your file ${group === 'emergency' ? 'are' : 'is'} up to date.`
        : `Your ${groupNames[group]} ${group === 'emergency' ? 'stay' : 'stays'} as before. The reason is in your file.`,
    type: outcome === 'approved' ? 'success' : 'info',
    actionUrl: `/people?employee=${found.id}`,
    actionLabel: 'Open your file',
    key: `employee-proposal-decided:${proposalId}`,
    deliver: { push: true, digest: true },
  });
}

export function withdrawProposal(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.withdrawProposal> {
  return async ({ actor, params: { proposalId }, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await decide(platform, { actor, ip, proposalId, outcome: 'withdrawn' });
    return getEmployee(platform.db, actor, id);
  };
}

export function approveProposal(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.approveProposal> {
  return async ({ actor, params: { proposalId }, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await decide(platform, { actor, ip, proposalId, outcome: 'approved' });
    return getEmployee(platform.db, actor, id);
  };
}

export function declineProposal(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.declineProposal> {
  return async ({ actor, params: { proposalId }, body: { reason }, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await decide(platform, { actor, ip, proposalId, outcome: 'declined', reason });
    return getEmployee(platform.db, actor, id);
  };
}
