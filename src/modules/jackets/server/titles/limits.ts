import { storeNames } from '../../../../platform/contract/names.ts';
import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { saveTitleLimits as saveCall, TitleLimits } from '../../contract/titles.ts';
import { canEditLimits, titleStoresOf } from '../policy.ts';
import { publishChecklistsChanged } from '../publish.ts';
import type { JacketsDb } from '../tables.ts';

/** How long the steps may take at the actor’s stores. */
export async function listTitleLimits(db: JacketsDb, actor: Actor): Promise<TitleLimits[]> {
  const stores = titleStoresOf(actor);
  const rows = await selectLimits(db).execute();
  return rows
    .filter(({ store }) => stores.includes(store))
    .map((row) => ({ ...row, may: { edit: canEditLimits(actor) } }));
}

const selectLimits = (db: JacketsDb) =>
  db
    .selectFrom('title_limits')
    .select(({ cast, ref }) => [
      'store',
      'days',
      'version',
      cast<string>(ref('since'), 'text').as('since'),
    ])
    .orderBy('store');

export function saveTitleLimits(platform: Platform, writes: Limit): Handler<typeof saveCall> {
  const db: JacketsDb = platform.db;
  return async ({ actor, params: { store }, body: { version, since, days }, ip }) => {
    await writes.consume(String(actor.userId));
    if (!titleStoresOf(actor).includes(store)) throw notFound();
    if (!canEditLimits(actor)) {
      throw forbidden('Only managers of finance and back office can change these limits.');
    }
    await db.transaction().execute(async (tx) => {
      const before = await selectLimits(tx)
        .where('store', '=', store)
        .forUpdate()
        .executeTakeFirstOrThrow();
      assertVersion(before, version, 'these limits');
      await tx
        .updateTable('title_limits')
        .set({ since, days: JSON.stringify(days), version: version + 1 })
        .where('store', '=', store)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'title_limits.changed',
        subject: { type: 'title_limits', id: store, name: `Title work of ${storeNames[store]}` },
        before: { since: before.since, ...before.days },
        after: { since, ...days },
        ip,
      });
    });
    publishChecklistsChanged(platform);
    return { store, since, days, version: version + 1, may: { edit: true } };
  };
}
