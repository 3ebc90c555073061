import type { Kysely } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { notify, type Unpublished, withdraw } from '../../../notifications/server/public.ts';
import type { NoteShare, setShares } from '../../contract.ts';
import { getOwn } from '../reading/find.ts';
import type { NotesDb, NotesTables } from '../tables.ts';
import { findReaders } from './announce.ts';
import { keyOf, readShares, replaceShares, welcomeBack } from './shares.ts';

interface Shared {
  shares: NoteShare[];
  version: number;
  readers: number[];
  /** Who could see it until now. */
  lost: number[];
  told: Unpublished[];
}

interface Request {
  actor: Actor;
  noteId: string;
  shares: ValidOf<typeof setShares>['body']['shares'];
  ip: string;
}

/** Shares a note with exactly these: those newly named are told, and it is written down who did it. */
export async function shareNote(db: NotesDb, request: Request): Promise<Shared> {
  const { actor, noteId, ip } = request;
  return db.transaction().execute(async (tx) => {
    const { title, version } = await getOwn(tx, actor.userId, noteId);
    const [before, could] = [await readShares(tx, noteId), await findReaders(tx, noteId)];
    await replaceShares(tx, noteId, actor.userId, request.shares);
    const shares = await readShares(tx, noteId);
    const known = new Set(before.map(keyOf));
    const named = shares.filter((share) => !known.has(keyOf(share))).flatMap(personOf);
    await welcomeBack(tx, noteId, named);
    const readers = await findReaders(tx, noteId);
    const lost = could.filter((id) => !readers.includes(id));
    const subject = { type: 'note', id: noteId, name: title };
    const [was, is] = [
      { sharedWith: before.map(describeShare) },
      { sharedWith: shares.map(describeShare) },
    ];
    if (was.sharedWith.join() !== is.sharedWith.join())
      await recordActivity(tx, {
        actor,
        action: 'note.shared',
        subject,
        before: was,
        after: is,
        ip,
      });
    const told = await notifyShared(tx, actor, { noteId, title, named, lost });
    return { shares, version, readers, lost, told };
  });
}

interface ShareNotice {
  noteId: string;
  title: string;
  named: number[];
  lost: number[];
}

async function notifyShared(
  tx: Kysely<NotesTables>,
  { shownName }: Actor,
  { noteId, title, named, lost }: ShareNotice,
): Promise<Unpublished[]> {
  const key = `note:${noteId}:shared`;
  const gone = await withdraw(tx, { keys: [key], userIds: lost });
  const sent = await notify(tx, {
    userIds: named,
    title: `${shownName} shared a note with you`,
    message: title,
    type: 'info',
    actionUrl: `/utilities?note=${noteId}#notes-manager`,
    actionLabel: 'Open note',
    key,
    deliver: { push: true, digest: true },
  });
  return [gone, sent];
}

const personOf = ({ userId }: NoteShare) => userId ?? [];

function describeShare({ person, department, store, canEdit }: NoteShare): string {
  const who = person ? `${person.firstName} ${person.lastName}` : (department ?? store);
  return `${who} (${canEdit ? 'editor' : 'viewer'})`;
}
