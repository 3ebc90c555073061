import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Config } from '../../../../platform/server/config/config.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { messageIdOf } from '../../../../platform/server/mail/delivery.ts';
import type * as contract from '../../contract.ts';
import type { MailDb } from '../tables.ts';
import { toListed } from './list.ts';

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
