import { sql } from 'kysely';
import type { Config } from '../../../../platform/server/config/config.ts';
import type { MailSummary } from '../../contract.ts';
import type { MailDb } from '../tables.ts';

interface SummaryRow {
  waiting: number;
  failed: number;
  last_sent_at: Date | null;
}

export async function getMailSummary(db: MailDb, config: Config): Promise<MailSummary> {
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
