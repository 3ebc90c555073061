import { sql } from 'kysely';
import type { Config } from '../../../../platform/server/config/config.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { MailSummary } from '../../contract.ts';
import * as contract from '../../contract.ts';
import type { RecordAct } from '../record.ts';
import type { MailDb } from '../tables.ts';
import { getOutboxMail, listOutbox } from './mails.ts';

export function addOutboxRoutes(platform: Platform, record: RecordAct): void {
  const { routes, config, mail } = platform;
  const db: MailDb = platform.db;
  routes.add(contract.getMailSummary, () => getMailSummary(db, config));
  routes.add(contract.listOutbox, ({ query }) => listOutbox(db, query));
  routes.add(contract.getOutboxMail, ({ params }) => getOutboxMail(db, config, params.mailId));
  routes.add(contract.resendMail, async ({ params: { mailId }, actor, ip }) => {
    const { to, subject: name } = await getOutboxMail(db, config, mailId);
    await db.transaction().execute(async (tx) => {
      if (!(await mail.resend(tx, mailId))) {
        throw conflict('Only failed emails can be resent.');
      }
      const subject = { type: 'email', id: mailId, name };
      await record(tx, { actor, action: 'mail.resent', subject, ip });
    });
    return { message: `The email to ${to} will be sent again.` };
  });
}

interface SummaryRow {
  waiting: number;
  failed: number;
  last_sent_at: Date | null;
}

async function getMailSummary(db: MailDb, config: Config): Promise<MailSummary> {
  const { rows } = await sql<SummaryRow>`select
    (select count(*) from mail_outbox where sent_at is null and failed_at is null) as waiting,
    (select count(*) from mail_outbox where failed_at is not null) as failed,
    (select max(sent_at) from mail_outbox) as last_sent_at`.execute(db);
  return {
    delivery: config.smtpUrl ? 'server' : 'files',
    from: config.mailFrom,
    waiting: rows[0]?.waiting ?? 0,
    failed: rows[0]?.failed ?? 0,
    lastSentAt: rows[0]?.last_sent_at?.toISOString() ?? null,
  };
}
