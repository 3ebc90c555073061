import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Config } from '../../../../platform/server/config/config.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { messageIdOf } from '../../../../platform/server/mail/delivery.ts';
import type * as calls from '../../contract.ts';
import type { MailDb } from '../tables.ts';
import { toListed } from './list.ts';

/**
 * One mail as administrators may read it. Only what was put aside for that is shown: the words as they were
 * sent may hold a link that opens somebody's account, or what somebody wrote to somebody else.
 */
export async function getOutboxMail(
  db: MailDb,
  { mailFrom, smtpUrl }: Config,
  id: string,
): Promise<AnswerOf<typeof calls.getOutboxMail>> {
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
