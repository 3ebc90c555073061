import * as calls from '../../contract/merging.ts';
import { assertMay, canMerge, sentences } from '../policy.ts';
import { describeCustomer } from '../reading/record.ts';
import type { CustomerServices } from '../services.ts';
import { announce, announceRecord } from '../writing/announce.ts';
import { keepApart, listDuplicates } from './duplicates.ts';
import { merge } from './merge.ts';
import { undo } from './undo.ts';

export function addMergingRoutes({ platform, db, writes }: CustomerServices): void {
  const { routes } = platform;

  routes.add(calls.listDuplicates, ({ actor, query }) => listDuplicates(db, actor, query));
  routes.add(calls.dismissDuplicate, async ({ actor, body: { firstId, secondId } }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    await keepApart(db, actor, [firstId, secondId]);
    return { message: 'These two are kept apart.' };
  });
  routes.add(calls.mergeCustomers, async ({ actor, params, body, ip }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    const id = await merge(db, actor, { ...params, ...body, ip });
    const record = await describeCustomer(db, actor, id);
    const news = { id, version: record.version, by: actor.userId };
    announce(platform, news);
    announce(platform, { ...news, id: body.otherId });
    announceRecord(platform, id, body.otherId);
    return record;
  });
  routes.add(calls.undoMerge, async ({ actor, params: { mergeId }, ip }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    const undone = await undo(db, actor, { mergeId, ip });
    const { version } = await describeCustomer(db, actor, undone.survivorId);
    announce(platform, { id: undone.survivorId, version, by: actor.userId });
    announceRecord(platform, undone.survivorId, undone.restoredId);
    return undone;
  });
}
