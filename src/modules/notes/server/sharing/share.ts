import type { Kysely } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { notify, type Unpublished, withdraw } from '../../../notifications/server/public.ts';
import type { NoteShare, setShares } from '../../contract.ts';
import { findReaders } from '../publish.ts';
import type { NotesDb, NotesTables } from '../tables.ts';
import { getOwnNote, getVisibleNote } from '../visible-note.ts';
import { clearLeftMarks, keyOf, readShares, replaceShares } from './shares.ts';

interface Shared {
  shares: NoteShare[];
  version: number;
  readers: number[];
  /** Users who can no longer see it. */
  lost: number[];
  notifications: Unpublished[];
}

interface Request {
  actor: Actor;
  noteId: string;
  shares: ValidOf<typeof setShares>['body']['shares'];
  ip: string;
}

/** Replaces the shares of a note, notifies the people added, and logs the change. */
export async function shareNote(db: NotesDb, request: Request): Promise<Shared> {
  const { actor, noteId, ip } = request;
  return db.transaction().execute(async (tx) => {
    const { title, version } = await getOwnNote(tx, actor.userId, noteId);
    const before = await readShares(tx, noteId);
    const readersBefore = await findReaders(tx, noteId);
    await replaceShares(tx, noteId, actor.userId, request.shares);
    const shares = await readShares(tx, noteId);
    const previousKeys = new Set(before.map(keyOf));
    const addedIds = shares.filter((share) => !previousKeys.has(keyOf(share))).flatMap(personOf);
    await clearLeftMarks(tx, noteId, addedIds);
    const readers = await findReaders(tx, noteId);
    const lost = readersBefore.filter((id) => !readers.includes(id));
    const subject = { type: 'note', id: noteId, name: title };
    const logBefore = { sharedWith: before.map(describeShare) };
    const logAfter = { sharedWith: shares.map(describeShare) };
    if (logBefore.sharedWith.join() !== logAfter.sharedWith.join())
      await recordActivity(tx, {
        actor,
        action: 'note.shared',
        subject,
        before: logBefore,
        after: logAfter,
        ip,
      });
    const notifications = await notifyShared(tx, actor, { noteId, title, addedIds, lost });
    return { shares, version, readers, lost, notifications };
  });
}

interface ShareNotice {
  noteId: string;
  title: string;
  addedIds: number[];
  lost: number[];
}

async function notifyShared(
  tx: Kysely<NotesTables>,
  { shownName }: Actor,
  { noteId, title, addedIds, lost }: ShareNotice,
): Promise<Unpublished[]> {
  const key = `note:${noteId}:shared`;
  const withdrawn = await withdraw(tx, { keys: [key], userIds: lost });
  const sent = await notify(tx, {
    userIds: addedIds,
    title: `${shownName} shared a note with you`,
    message: title,
    type: 'info',
    actionUrl: `/utilities?note=${noteId}#notes-manager`,
    actionLabel: 'Open note',
    key,
    deliver: { push: true, digest: true },
  });
  return [withdrawn, sent];
}

const personOf = ({ userId }: NoteShare) => userId ?? [];

function describeShare({ person, department, store, canEdit }: NoteShare): string {
  const name = person?.name ?? department ?? store;
  return `${name} (${canEdit ? 'editor' : 'viewer'})`;
}

/** Removes a shared note for this user, however it was shared with them. */
export async function leaveNote(db: NotesDb, userId: number, noteId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { owner_id } = await getVisibleNote(tx, userId, noteId, { lock: true });
    if (owner_id === userId) throw invalid('You own this note. Delete it instead.');
    await tx
      .deleteFrom('note_shares')
      .where('note_id', '=', noteId)
      .where('user_id', '=', userId)
      .execute();
    const left = { is_pinned: false, has_left: true };
    await tx
      .insertInto('note_marks')
      .values({ note_id: noteId, user_id: userId, ...left })
      .onConflict((conflict) => conflict.columns(['note_id', 'user_id']).doUpdateSet(left))
      .execute();
  });
}
