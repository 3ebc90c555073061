import { isDeepStrictEqual } from 'node:util';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { isOpen, statusNames } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import { addEvent } from '../events.ts';
import { storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { getLead, lockLead } from '../reading/find.ts';
import type { LeadRow } from '../reading/rows.ts';
import { assertSource } from '../sources/list.ts';
import type { Interest, LeadsDb } from '../tables.ts';
import { subjectOf } from './add.ts';
import { carColumns, matchCars } from './cars.ts';

type Body = ValidOf<typeof calls.saveLead>['body'];

/** Saves a lead; throws 409 if its version is outdated. */
export function saveLead(platform: Platform, writes: Limit): Handler<typeof calls.saveLead> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db.transaction().execute((tx) => save(tx, actor, { leadId, body, ip }));
    if (row) publishChanged(platform, row);
    return getLead(db, actor, leadId);
  };
}

interface SaveCommand {
  leadId: number;
  body: Body;
  ip: string;
}

/** Null if nothing changed. */
async function save(
  tx: LeadsDb,
  actor: Actor,
  { leadId, body, ip }: SaveCommand,
): Promise<LeadRow | null> {
  const before = await lockLead(tx, actor, leadId, body.version);
  if (!isOpen(before.status)) {
    const state = statusNames[before.status].toLowerCase();
    throw conflict(`This lead is ${state}. Reopen it first.`);
  }
  await assertSourceChange(tx, before, body);
  const interests = await matchKept(tx, actor, before, body.interests);
  const { type, sourceId, trade, comments } = body;
  const changed = changedOf(before, { type, source_id: sourceId, interests, trade, comments });
  if (changed.length === 0) return null;
  await tx
    .updateTable('leads')
    .set({
      type,
      source_id: sourceId,
      comments,
      ...carColumns(interests),
      trade: trade && JSON.stringify(trade),
      version: before.version + 1,
      last_at: new Date(),
    })
    .where('id', '=', leadId)
    .execute();
  await addEvent(tx, leadId, actor.userId, { kind: 'changed' });
  await recordActivity(tx, {
    actor,
    action: 'lead.changed',
    subject: subjectOf(leadId),
    after: { changed },
    ip,
  });
  return before;
}

/** A submitted lead keeps its source, so that a resent message finds it. */
async function assertSourceChange(tx: LeadsDb, before: LeadRow, { sourceId }: Body): Promise<void> {
  if (sourceId === before.source_id) return;
  if (before.external_id !== null) {
    const sentence = 'The source of a submitted lead can’t be changed.';
    throw conflict(sentence, { sourceId: sentence });
  }
  await assertSource(tx, sourceId, before.store);
}

/** Vehicles already on the lead stay; new ones must be in the actor’s inventory. */
async function matchKept(tx: LeadsDb, actor: Actor, before: LeadRow, wanted: readonly Interest[]) {
  const kept = (one: Interest) => before.interests.some((was) => isDeepStrictEqual(was, one));
  const fresh = wanted.map((one) => (kept(one) ? { ...one, ...unmatched } : one));
  const own = { store: before.store, stores: storesOf(actor) };
  const matched = await matchCars(tx, fresh, own);
  return wanted.map((one, at) => (kept(one) ? one : (matched[at] ?? one)));
}

const unmatched = { vehicleId: null, stockNumber: '', vin: '' };

type Facts = Pick<LeadRow, 'type' | 'source_id' | 'interests' | 'trade' | 'comments'>;

const changedOf = (before: Facts, after: Facts) =>
  (Object.keys(after) as (keyof Facts)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
