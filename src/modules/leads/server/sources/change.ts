import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/settings.ts';
import { assertOwnStore } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';
import { createKey, hashOf } from './keys.ts';
import { getSource } from './list.ts';

type Added = ValidOf<typeof calls.addSource>['body'];

const subjectOf = (id: number, name: string) => ({ type: 'lead_source', id, name });

function explain(error: unknown): unknown {
  if (violatedConstraint(error) !== 'lead_sources_by_name') return error;
  const sentence = 'This store already has a source with this name.';
  return conflict(sentence, { name: sentence });
}

/** Adds a lead source. */
export function addSource(platform: Platform, writes: Limit): Handler<typeof calls.addSource> {
  const db: LeadsDb = platform.db;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertOwnStore(actor, body.store);
    const id = await findCreated(db, 'lead_sources', actor, body.clientId);
    if (id) return getSource(db, actor, id);
    const added = await createOnce(db, 'lead_sources', actor, body.clientId, {
      insert: (tx) => insert(tx, actor, body, ip),
      explain,
    });
    return getSource(db, actor, added);
  };
}

async function insert(tx: LeadsDb, actor: Actor, body: Added, ip: string): Promise<number> {
  const { clientId, store, name, type } = body;
  const { id } = await tx
    .insertInto('lead_sources')
    .values({ client_id: clientId, store, name, type, key_hash: null, created_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subject = subjectOf(id, name);
  const after = { store, type };
  await recordActivity(tx, { actor, action: 'lead_source.added', subject, after, ip });
  return id;
}

/** Renames a source, or activates or deactivates it. */
export function changeSource(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.changeSource> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { sourceId }, body: { name, isActive }, ip }) => {
    await writes.consume(String(actor.userId));
    const before = await getSource(db, actor, sourceId);
    await db
      .transaction()
      .execute(async (tx) => {
        await tx
          .updateTable('lead_sources')
          .set({ name, is_active: isActive })
          .where('id', '=', sourceId)
          .execute();
        await recordActivity(tx, {
          actor,
          action: 'lead_source.changed',
          subject: subjectOf(sourceId, name),
          before: { name: before.name, isActive: before.isActive },
          after: { name, isActive },
          ip,
        });
      })
      .catch((error) => {
        throw explain(error);
      });
    return getSource(db, actor, sourceId);
  };
}

/** Creates a key, returned only this once; the previous key stops working immediately. */
export function createSourceKey(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.createSourceKey> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { sourceId }, ip }) => {
    await writes.consume(String(actor.userId));
    const { name, hasKey } = await getSource(db, actor, sourceId);
    const key = createKey();
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('lead_sources')
        .set({ key_hash: hashOf(key) })
        .where('id', '=', sourceId)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'lead_source.key_made',
        subject: subjectOf(sourceId, name),
        after: { replaced: hasKey },
        ip,
      });
    });
    return { key };
  };
}
