import { holdsFeature } from '../../../../platform/contract/access.ts';
import type { StoredFile } from '../../../../platform/contract/endpoint.ts';
import { dateAt, offsetTimeAt } from '../../../../platform/contract/wallTime.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { NoticeProof } from '../../contract/proof.ts';
import { kindNames } from '../../contract.ts';
import { findNotice, getFollowed } from '../find.ts';
import type { NoticeServices } from '../services.ts';
import { listRows, timesOf } from './people.ts';

/**
 * The text and who confirmed it when: for those who may follow the notice, and for readers of the audit log
 * also after its message was deleted.
 */
export async function getNoticeProof(
  services: NoticeServices,
  actor: Actor,
  id: string,
): Promise<NoticeProof> {
  if (!holdsFeature(actor, 'audit_logs')) await getFollowed(services, actor, id);
  const notice = await findNotice(services.db, id);
  if (!notice) throw notFound();
  const message = await services.db
    .selectFrom('chat_messages as m')
    .innerJoin('chat_channels as c', 'c.id', 'm.channel_id')
    .select(['c.name', 'm.deleted_at'])
    .where('m.id', '=', notice.message_id)
    .executeTakeFirstOrThrow();
  const rows = await listRows(services.db, id);
  return {
    noticeId: id,
    kind: notice.kind,
    title: notice.title,
    text: notice.text,
    textSha256: notice.text_sha256,
    authorName: notice.author_name,
    channelName: message.name,
    postedAt: notice.posted_at.toISOString(),
    dueAt: notice.due_at.toISOString(),
    closedAt: notice.closed_at?.toISOString() ?? null,
    deletedAt: message.deleted_at?.toISOString() ?? null,
    people: rows
      .map((row) => ({
        userId: row.user_id,
        name: row.name,
        standing: row.standing,
        confirmedFrom: row.confirmed_from,
        ...timesOf(row),
      }))
      .sort((one, other) => one.name.localeCompare(other.name) || one.userId - other.userId),
  };
}

const standingLabels = {
  here: '',
  left: 'No longer in the conversation',
  gone: 'Account inactive',
};

/** As CSV rows: the notice first, then a row per person; times in the group's time zone with UTC offset. */
export function toTable(proof: NoticeProof, timezone: string): string[][] {
  const moment = (at: string | null) => (at ? offsetTimeAt(timezone, new Date(at)) : '');
  return [
    ['Notice', `${kindNames[proof.kind]}: ${proof.title}`],
    ['Text', proof.text],
    ['SHA-256 of the text', proof.textSha256],
    ['Author', proof.authorName],
    ['Conversation', proof.channelName],
    ['Posted at', moment(proof.postedAt)],
    ['Due at', moment(proof.dueAt)],
    ['Closed at', moment(proof.closedAt)],
    ['Deleted at', moment(proof.deletedAt)],
    [''],
    ['Person', 'Id', 'Confirmed at', 'IP address', 'Reminded at', 'Escalated at', 'Note'],
    ...proof.people.map((person) => [
      person.name,
      String(person.userId),
      moment(person.confirmedAt),
      person.confirmedFrom ?? '',
      moment(person.remindedAt),
      moment(person.escalatedAt),
      standingLabels[person.standing],
    ]),
  ];
}

export function saveNoticeProof(proof: NoticeProof, timezone: string): StoredFile {
  const day = dateAt(timezone, Date.parse(proof.postedAt));
  const name = `notice-${day}-${proof.noticeId.slice(-6)}.csv`;
  return csvFile(name, toTable(proof, timezone));
}
