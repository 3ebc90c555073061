import * as calls from '../../contract/merging.ts';
import { assertMay, canMerge, sentences } from '../policy.ts';
import { describeCustomer } from '../reading/record.ts';
import type { CustomerServices } from '../services.ts';
import { publishChange, publishRecordChange } from '../writing/announce.ts';
import { dismissPair, listDuplicates } from './duplicates.ts';
import { merge } from './merge.ts';
import { undo } from './undo.ts';

export function addMergingRoutes({ platform, db, writes }: CustomerServices): void {
  const { routes } = platform;

  routes.add(calls.listDuplicates, ({ actor, query }) => listDuplicates(db, actor, query));
  routes.add(calls.dismissDuplicate, async ({ actor, body: { firstId, secondId } }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    await dismissPair(db, actor, [firstId, secondId]);
    return { message: 'Marked as not duplicates.' };
  });
  routes.add(calls.mergeCustomers, async ({ actor, params, body, ip }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    const id = await merge(db, actor, { ...params, ...body, ip });
    const record = await describeCustomer(db, actor, id);
    const change = { id, version: record.version, by: actor.userId };
    publishChange(platform, change);
    publishChange(platform, { ...change, id: body.otherId });
    publishRecordChange(platform, id, body.otherId);
    return record;
  });
  routes.add(calls.undoMerge, async ({ actor, params: { mergeId }, ip }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    const undone = await undo(db, actor, { mergeId, ip });
    const { version } = await describeCustomer(db, actor, undone.survivorId);
    publishChange(platform, { id: undone.survivorId, version, by: actor.userId });
    publishRecordChange(platform, undone.survivorId, undone.restoredId);
    return undone;
  });
}
