import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/rules.ts';
import { findKinds } from '../kinds.ts';
import { queueRecalculation } from '../ledger/jobs.ts';
import { canChangeGroup } from '../policy.ts';
import { publishTimeOff } from '../publish.ts';
import type { Services } from '../services.ts';

type Fields = ValidOf<typeof calls.addKind>['body'];

const toColumns = (fields: Fields) => ({
  name: fields.name,
  mark: fields.mark,
  tone: fields.tone,
  is_paid: fields.isPaid,
  has_balance: fields.hasBalance,
  needs_approval: fields.needsApproval,
  hides_reason: fields.hidesReason,
  overdraw: fields.overdraw,
  is_active: fields.isActive,
});

function assertGroup(actor: Actor): void {
  if (!canChangeGroup(actor)) {
    throw forbidden('Kinds of time off are changed by HR of all stores.');
  }
}

const sameName = (error: unknown) =>
  violatedConstraint(error) === 'time_off_kind_names'
    ? conflict('There is a kind with this name.', { name: 'Choose another name' })
    : error;

export function addKind(services: Services): Handler<typeof calls.addKind> {
  const { db, platform, writes } = services;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertGroup(actor);
    const id = await db
      .transaction()
      .execute(async (tx) => {
        const added = await tx
          .insertInto('time_off_kinds')
          .values({
            ...toColumns(body),
            position: sql<number>`(select coalesce(max(position), 0) + 1 from time_off_kinds)`,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordActivity(tx, {
          actor,
          action: 'time_off.kind_added',
          subject: { type: 'time_off_kind', id: added.id, name: body.name },
          after: body,
          ip,
        });
        return added.id;
      })
      .catch((error) => {
        throw sameName(error);
      });
    publishTimeOff(platform);
    return getKind(services, id);
  };
}

export function saveKind(services: Services): Handler<typeof calls.saveKind> {
  const { db, platform, writes } = services;
  return async ({ actor, params: { kindId }, body: { version, ...fields }, ip }) => {
    await writes.consume(String(actor.userId));
    assertGroup(actor);
    await db
      .transaction()
      .execute(async (tx) => {
        const row = await tx
          .selectFrom('time_off_kinds')
          .selectAll()
          .where('id', '=', kindId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw notFound();
        assertVersion(row, version, 'this kind');
        const before = (await findKinds(tx)).find(({ id }) => id === kindId);
        await tx
          .updateTable('time_off_kinds')
          .set({ ...toColumns(fields), version: version + 1 })
          .where('id', '=', kindId)
          .execute();
        if (row.has_balance !== fields.hasBalance) await queueRecalculation(tx, services);
        await recordActivity(tx, {
          actor,
          action: 'time_off.kind_changed',
          subject: { type: 'time_off_kind', id: kindId, name: fields.name },
          before: { ...before },
          after: { ...before, ...fields },
          ip,
        });
      })
      .catch((error) => {
        throw sameName(error);
      });
    publishTimeOff(platform);
    return getKind(services, kindId);
  };
}

async function getKind({ db }: Services, kindId: number) {
  const kind = (await findKinds(db)).find(({ id }) => id === kindId);
  if (!kind) throw notFound();
  return kind;
}
