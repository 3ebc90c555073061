import { sql } from 'kysely';
import type { Department } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { allOf } from '../../../platform/server/records/queries.ts';
import { createOnce, findCreated } from '../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { storedPhoneOrNull } from '../../employees/server/public.ts';
import type * as calls from '../contract.ts';
import { isEnded } from '../contract.ts';
import { events, getApplicant, lockVisible, type Row } from './applicants.ts';
import { cancelAhead } from './interviewNews.ts';
import { assertMayKeep, canWritePositions, visiblePositions } from './policy.ts';
import { publishChanged } from './publish.ts';
import { assertStaff } from './staff.ts';
import type { RecruitingDb } from './tables.ts';

/** Throws 404 unless the actor sees the position, and 403 unless they keep its applicants. */
async function getKeptPosition(tx: RecruitingDb, actor: Actor, positionId: number) {
  const row = await tx
    .selectFrom('recruiting_positions as p')
    .select(['id', 'job_title', 'store', 'manager_id', 'status'])
    .where(allOf([sql`p.id = ${positionId}`, visiblePositions(actor)]))
    .forShare()
    .executeTakeFirst();
  if (!row) throw notFound();
  assertMayKeep(actor, row);
  return row;
}

type Input = Omit<ValidOf<typeof calls.addApplicant>['body'], 'clientId' | 'positionId'>;

const toRow = (input: Input) => ({
  first_name: input.firstName,
  last_name: input.lastName,
  email: input.email,
  phone: storedPhoneOrNull(input.phone),
  source: input.source,
  referred_by: input.referredById,
  applied_on: input.appliedOn,
  note: input.note,
});

/** Applicants are named in the activity log by their number: it is never rewritten, and they have a right to be erased. */
export const subjectOf = (id: number) => ({ type: 'applicant', id, name: `Applicant ${id}` });

export function addApplicant(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.addApplicant> {
  const db: RecruitingDb = platform.db;
  return async ({ actor, body: { clientId, positionId, ...input }, ip }) => {
    await writes.consume(String(actor.userId));
    const id =
      (await findCreated(db, 'recruiting_applicants', actor, clientId)) ??
      (await createOnce(db, 'recruiting_applicants', actor, clientId, {
        async insert(anyTx) {
          const tx: RecruitingDb = anyTx;
          const position = await getKeptPosition(tx, actor, positionId);
          if (position.status === 'closed') throw conflict('This position is closed.');
          if (input.referredById !== null) {
            await assertStaff(tx, input.referredById, 'referredById');
          }
          const { id: added } = await tx
            .insertInto('recruiting_applicants')
            .values({
              ...toRow(input),
              position_id: positionId,
              stage: 'applied',
              created_by: actor.userId,
              client_id: clientId,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await events.addEvent(tx, added, actor.userId, { kind: 'added' });
          await recordActivity(tx, {
            actor,
            action: 'applicant.added',
            subject: subjectOf(added),
            after: { position: position.job_title },
            ip,
          });
          return added;
        },
        explain: (error) => error,
      }));
    await publishChanged(platform, { positionId, applicantId: id });
    return getApplicant(db, actor, id);
  };
}

interface Effects {
  /** Who could see the applicant before. */
  formerIds?: number[];
  /** After COMMIT. */
  publish?: () => unknown;
}

interface Change {
  actor: Actor;
  applicantId: number;
  /** Unchecked where the change overwrites nothing. */
  version?: number;
  /** Also after the application ended. */
  isAlways?: boolean;
  change(tx: RecruitingDb, row: Row): Promise<Effects>;
}

/** One change of an applicant by who keeps them, under the row lock; 404, 403, or 409 if it is outdated. */
export async function changeApplicant(
  platform: Platform,
  writes: Limit,
  { actor, applicantId, version, isAlways = false, change }: Change,
) {
  const db: RecruitingDb = platform.db;
  await writes.consume(String(actor.userId));
  const { positionIds, formerIds, publish } = await db.transaction().execute(async (tx) => {
    const row = await lockVisible(tx, actor, applicantId);
    assertMayKeep(actor, row);
    if (row.erased_at !== null) throw conflict('This applicant was erased.');
    if (!isAlways && isEnded(row.stage)) throw conflict(endedText(row));
    assertVersion(row, version, 'this applicant', 'load');
    const effects = await change(tx, row);
    await sql`update recruiting_applicants set version = version + 1 where id = ${applicantId}`.execute(
      tx,
    );
    const { position_id } = await tx
      .selectFrom('recruiting_applicants')
      .select('position_id')
      .where('id', '=', applicantId)
      .executeTakeFirstOrThrow();
    return { ...effects, positionIds: [...new Set([row.position_id, position_id])] };
  });
  await publish?.();
  await publishChanged(
    platform,
    ...positionIds.map((positionId) => ({
      positionId,
      applicantId,
      ...(formerIds && { formerIds }),
    })),
  );
  return getApplicant(db, actor, applicantId);
}

const endedText = ({ stage }: Row) =>
  stage === 'hired'
    ? 'This applicant was hired.'
    : 'This application ended. Move it to another stage first.';

export function saveApplicant(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.saveApplicant> {
  return ({ actor, params, body: { version, positionId, ...input }, ip }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      version,
      isAlways: true,
      async change(tx, row) {
        if (positionId !== row.position_id) {
          if (isEnded(row.stage)) throw conflict(endedText(row));
          const position = await getKeptPosition(tx, actor, positionId);
          if (position.status === 'closed') {
            throw invalid('This position is closed.', { positionId: 'Choose an open position' });
          }
          await events.addEvent(tx, row.id, actor.userId, {
            kind: 'moved',
            from: row.job_title,
            to: position.job_title,
          });
        }
        if (input.referredById !== null && input.referredById !== row.referred_by) {
          await assertStaff(tx, input.referredById, 'referredById');
        }
        await tx
          .updateTable('recruiting_applicants')
          .set({ ...toRow(input), position_id: positionId })
          .where('id', '=', row.id)
          .execute();
        await events.addEvent(tx, row.id, actor.userId, { kind: 'changed' });
        await recordActivity(tx, {
          actor,
          action: 'applicant.changed',
          subject: subjectOf(row.id),
          ip,
        });
        return { formerIds: [row.manager_id] };
      },
    });
}

export function setStage(platform: Platform, writes: Limit): Handler<typeof calls.setStage> {
  return ({ actor, params, body: { version, stage, reason }, ip }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      version,
      isAlways: true,
      async change(tx, row) {
        if (row.stage === 'hired') throw conflict(endedText(row));
        if (stage === row.stage) return {};
        if (stage === 'rejected' && !reason) {
          throw invalid('Say why the applicant is rejected.', { reason: 'Enter a reason' });
        }
        const ends = isEnded(stage);
        await moveTo(tx, { actor, row, stage, reason: ends ? reason : '', ip });
        return ends ? { publish: await cancelAhead(platform, tx, { actor, row }) } : {};
      },
    });
}

interface Move {
  actor: Actor;
  row: Row;
  stage: Row['stage'];
  reason: string;
  ip: string;
}

export async function moveTo(tx: RecruitingDb, { actor, row, stage, reason, ip }: Move) {
  await tx
    .updateTable('recruiting_applicants')
    .set({ stage, reason, stage_since: new Date() })
    .where('id', '=', row.id)
    .execute();
  const change = { from: row.stage, to: stage, reason };
  await events.addEvent(tx, row.id, actor.userId, { kind: 'stage', ...change });
  await recordActivity(tx, {
    actor,
    action: 'applicant.stage_changed',
    subject: subjectOf(row.id),
    before: { stage: row.stage },
    after: { stage },
    ip,
  });
}

export function addNote(platform: Platform, writes: Limit): Handler<typeof calls.addNote> {
  return ({ actor, params, body: { text } }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      isAlways: true,
      async change(tx, row) {
        await events.addEvent(tx, row.id, actor.userId, { kind: 'note', text });
        return {};
      },
    });
}

/** What the onboarding of a new hire needs to know. */
export interface NewHire {
  firstName: string;
  lastName: string;
  jobTitle: string;
  store: Row['store'];
  department: Department;
  managerId: number;
  firstDay: string;
}

/** Begins the onboarding of someone who is hired; handed in by the composition root. */
export interface HirePart {
  /** Returns the id of the onboarding, and what publishes it after COMMIT. */
  startOnboarding(
    tx: RecruitingDb,
    actor: Actor,
    hire: NewHire,
    ip: string,
  ): Promise<{ runId: number; publish: () => unknown }>;
}

export function hireApplicant(
  platform: Platform,
  writes: Limit,
  { startOnboarding }: HirePart,
): Handler<typeof calls.hireApplicant> {
  return ({ actor, params, body: { version, firstDay }, ip }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      version,
      async change(tx, row) {
        const position = await tx
          .selectFrom('recruiting_positions')
          .selectAll()
          .where('id', '=', row.position_id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (!canWritePositions(actor, position.store)) {
          throw forbidden('Only HR of this store can hire.');
        }
        await moveTo(tx, { actor, row, stage: 'hired', reason: '', ip });
        const publishCanceled = await cancelAhead(platform, tx, { actor, row });
        const { runId, publish } = await startOnboarding(
          tx,
          actor,
          {
            firstName: row.first_name ?? '',
            lastName: row.last_name ?? '',
            jobTitle: position.job_title,
            store: position.store,
            department: position.department,
            managerId: position.manager_id,
            firstDay,
          },
          ip,
        );
        await tx
          .updateTable('recruiting_applicants')
          .set({ run_id: runId })
          .where('id', '=', row.id)
          .execute();
        await sql`update recruiting_positions p set status = 'filled', version = version + 1
          where p.id = ${position.id} and p.status in ('open', 'on_hold') and p.openings <= (
            select count(*) from recruiting_applicants a where a.position_id = p.id and a.stage = 'hired')`.execute(
          tx,
        );
        return {
          async publish() {
            await publishCanceled();
            await publish();
          },
        };
      },
    });
}
