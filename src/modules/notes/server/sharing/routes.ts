import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import * as calls from '../../contract.ts';
import { getOwnNote } from '../reading/find.ts';
import type { NotesDb } from '../tables.ts';
import { announceChange, announceGone } from './announce.ts';
import { leaveNote } from './leave.ts';
import { shareNote } from './share.ts';
import { readShares } from './shares.ts';

export function addSharingRoutes(platform: Platform): void {
  const { routes, limits } = platform;
  const db: NotesDb = platform.db;
  // Each added person is notified.
  const sharing = limits('notes.sharing', 60, 60);

  routes.add(calls.listShares, async ({ actor, params: { noteId } }) => {
    await getOwnNote(db, actor.userId, noteId);
    return readShares(db, noteId);
  });
  routes.add(calls.setShares, async ({ actor, params: { noteId }, body, ip }) => {
    await sharing.consume(String(actor.userId));
    const shared = await shareNote(db, { actor, noteId, ip, ...body });
    announceChange(platform, shared.readers, { id: noteId, version: shared.version });
    announceGone(platform, shared.lost, noteId);
    await publishNotifications(platform, ...shared.notifications);
    return shared.shares;
  });
  routes.add(calls.leaveNote, async ({ actor: { userId }, params: { noteId } }) => {
    await leaveNote(db, userId, noteId);
    announceGone(platform, [userId], noteId);
    return { message: 'You left the note' };
  });
}
