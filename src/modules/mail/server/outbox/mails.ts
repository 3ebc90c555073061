import { type SelectQueryBuilder, sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Config } from '../../../../platform/server/config/config.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import { messageIdOf } from '../../../../platform/server/mail/delivery.ts';
import type * as contract from '../../contract.ts';
import type { MailState, OutboxMail } from '../../contract.ts';
import { catalog, findKey } from '../catalog/catalog.ts';
import type { MailDb, MailTables } from '../tables.ts';

const columns = [
  'id',
  'to_address',
  'subject',
  'shown_subject',
  'category',
  'template',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
  'failed_at',
] as const;
type Row = Pick<MailTables['mail_outbox'], (typeof columns)[number]>;

/** Newest first; the next page starts after the last email of this one. */
export async function listOutbox(
  db: MailDb,
  {
    state,
    category,
    search,
    before,
    beforeId,
    limit,
  }: ValidOf<typeof contract.listOutbox>['query'],
): Promise<OutboxMail[]> {
  let query = db
    .selectFrom('mail_outbox')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (state) query = inState(query, state);
  if (category) query = query.where('category', '=', category);
  if (search) {
    const like = containing(search);
    query = query.where(sql<boolean>`(to_address ilike ${like}
      or coalesce(shown_subject, subject) ilike ${like})`);
  }
  if (before) {
    const id = beforeId ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    query = query.where(sql<boolean>`(created_at, id) < (${new Date(before)}, ${id}::uuid)`);
  }
  return (await query.execute()).map(toListed);
}

type Listing = SelectQueryBuilder<MailTables, 'mail_outbox', Row>;

function inState(query: Listing, state: MailState): Listing {
  if (state === 'sent') return query.where('sent_at', 'is not', null);
  if (state === 'failed') return query.where('failed_at', 'is not', null);
  return query.where('sent_at', 'is', null).where('failed_at', 'is', null);
}

function toListed(row: Row): OutboxMail {
  const key = row.template === null ? null : findKey(row.template);
  return {
    id: row.id,
    to: row.to_address,
    subject: row.shown_subject ?? row.subject,
    category: row.category,
    template: key && catalog[key].name,
    state: row.sent_at ? 'sent' : row.failed_at ? 'failed' : 'waiting',
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    failedAt: row.failed_at?.toISOString() ?? null,
    attempts: row.attempts,
    reason: row.sent_at ? null : row.last_error,
  };
}

/** Escapes `%` and `_`, which are literal for the user. */
const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * One email as administrators may read it. Only the copy made for that is shown: the email as sent may contain a
 * link to someone's account, or a private message.
 */
export async function getOutboxMail(
  db: MailDb,
  { mailFrom, smtpUrl }: Config,
  id: string,
): Promise<AnswerOf<typeof contract.getOutboxMail>> {
  const row = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const mail = toListed(row);
  return {
    ...mail,
    headers: [
      { name: 'From', value: mailFrom },
      { name: 'To', value: mail.to },
      { name: 'Subject', value: mail.subject },
      ...(mail.sentAt ? [{ name: 'Date', value: new Date(mail.sentAt).toUTCString() }] : []),
      { name: 'Message-ID', value: messageIdOf(id, mailFrom) },
    ],
    text: row.shown_text,
    html: row.shown_html,
    file: mail.sentAt && !smtpUrl ? `outbox/${id}.eml` : null,
  };
}
