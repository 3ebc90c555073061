import { type Kysely, sql } from 'kysely';
import type { AnyTables, Db } from '../db/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Deliver, Mail } from './delivery.ts';

export interface Outbox {
  /** Writes the mail in the caller's transaction; it leaves after that has committed. */
  send(tx: Kysely<AnyTables>, mail: Mail): Promise<void>;
}

interface MailRow extends Mail {
  id: string;
}

const task = 'mail.deliver';

/** Mail is a row first. A request never waits for a mail server, and a failed delivery is repeated. */
export function createOutbox(db: Db<AnyTables>, jobs: Jobs, deliver: Deliver): Outbox {
  jobs.define(task, async ({ id }) => {
    const { rows } = await sql<MailRow>`
      select id, to_address as "to", subject, text, html from mail_outbox
      where id = ${id} and sent_at is null`.execute(db);
    const [mail] = rows;
    if (!mail) return;
    await deliver(mail.id, mail);
    // The words leave with the mail: a link inside is nobody's to read later.
    await sql`update mail_outbox set sent_at = now(), text = '', html = null
      where id = ${id}`.execute(db);
  });
  return {
    async send(tx, { to, subject, text, html }) {
      const { rows } = await sql<{ id: string }>`
        insert into mail_outbox (to_address, subject, text, html)
        values (${to}, ${subject}, ${text}, ${html ?? null}) returning id`.execute(tx);
      await jobs.add(tx, task, { id: rows[0]?.id });
    },
  };
}
