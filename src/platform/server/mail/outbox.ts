import { type Kysely, sql } from 'kysely';
import { type MailCategory, mailCategories } from '../../contract/mail.ts';
import type { AnyTables, Db } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Deliver, isFinal, type Mail } from './delivery.ts';

/** An email with its metadata. */
export interface Letter extends Mail {
  /** `other` by default. */
  category?: MailCategory;
  /** The template it was made from. */
  template?: string;
  /** The text that stays readable after it was sent; without this, only its subject. */
  shown?: { subject: string; text: string; html: string };
}

export interface Outbox {
  /** Stores the email in the caller's transaction; it is sent after the commit. Returns its id. */
  send(tx: Kysely<AnyTables>, letter: Letter): Promise<string>;
  /** Retries an email that was given up; false if it is not one of those. */
  resend(tx: Kysely<AnyTables>, id: string): Promise<boolean>;
}

interface MailRow extends Mail {
  id: string;
}

const task = 'mail.deliver';
/** One less than the attempts of a job, which then finds the email given up and ends: about four days. */
const mostAttempts = 24;

/** Emails are stored as rows first. A request never waits for a mail server, and a failed delivery is repeated. */
export function createOutbox(db: Db<AnyTables>, jobs: Jobs, deliver: Deliver): Outbox {
  const run = async ({ id }: Record<string, unknown>) => {
    const { rows } = await sql<MailRow>`
      select id, to_address as "to", subject, text, html from mail_outbox
      where id = ${id} and sent_at is null and failed_at is null`.execute(db);
    const [mail] = rows;
    if (!mail) return;
    try {
      await deliver(mail.id, mail);
    } catch (error) {
      const reason = reasonOf(error);
      await noteFailure(db, mail.id, { reason, final: isFinal(error) });
      // The error of a job is logged, and mail servers like to repeat the recipient.
      throw new Error(reason.replace(address, '(address)'));
    }
    // The text is deleted after sending: no one should read a link in it later.
    await sql`update mail_outbox set sent_at = now(), text = '', html = null,
        subject = coalesce(shown_subject, subject)
      where id = ${id}`.execute(db);
  };
  // A hanging mail server must not delay other jobs.
  jobs.define(task, run, { alone: true });

  const queue = (tx: Kysely<AnyTables>, id: string, category: MailCategory) =>
    jobs.add(tx, task, { id }, { key: `mail:${id}`, priority: mailCategories.indexOf(category) });

  return {
    async send(tx, { to, subject, text, html, category = 'other', template, shown }) {
      const { rows } = await sql<{ id: string }>`
        insert into mail_outbox (to_address, subject, text, html, category, template,
          shown_subject, shown_text, shown_html)
        values (${to}, ${subject}, ${text}, ${html ?? null}, ${category}, ${template ?? null},
          ${shown?.subject ?? null}, ${shown?.text ?? null}, ${shown?.html ?? null})
        returning id`.execute(tx);
      const id = rows[0]?.id ?? '';
      await queue(tx, id, category);
      return id;
    },
    async resend(tx, id) {
      const { rows } = await sql<{ category: MailCategory }>`
        update mail_outbox set failed_at = null, attempts = 0
        where id = ${id} and failed_at is not null returning category`.execute(tx);
      if (!rows[0]) return false;
      await queue(tx, id, rows[0].category);
      return true;
    },
  };
}

// Bounded: reads the first 500 characters of a reply.
const address = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g;

const reasonOf = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .replace(/\s+/g, ' ')
    .slice(0, 500);

async function noteFailure(
  db: Db<AnyTables>,
  id: string,
  { reason, final }: { reason: string; final: boolean },
): Promise<void> {
  await sql`update mail_outbox set attempts = attempts + 1, last_error = ${reason},
      failed_at = case when ${final} or attempts + 1 >= ${mostAttempts} then now() end
    where id = ${id}`.execute(db);
}
