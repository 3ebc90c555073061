import type { Generated } from 'kysely';
import type { MailCategory } from '../../../platform/contract/mail.ts';
import type { Db } from '../../../platform/server/db/database.ts';

interface VersionsTable {
  template: string;
  version: number;
  subject: string;
  html: string;
  text: string;
  active: boolean;
  restored_from: number | null;
  saved_at: Generated<Date>;
  saved_by: number;
  saved_by_name: string;
}

interface OutboxTable {
  id: string;
  to_address: string;
  subject: string;
  category: MailCategory;
  template: string | null;
  shown_subject: string | null;
  shown_text: string | null;
  shown_html: string | null;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
}

export interface MailTables {
  email_template_versions: VersionsTable;
  mail_outbox: OutboxTable;
}
export type MailDb = Db<MailTables>;
