import { conflict } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { getMailSummary, getOutboxMail, listOutbox, resendMail } from '../../contract.ts';
import type { RecordAct } from '../record.ts';
import type { MailDb } from '../tables.ts';
import { readMail } from './letter.ts';
import { listMails } from './list.ts';
import { summarizeMail } from './summary.ts';

export function addOutboxRoutes(platform: Platform, record: RecordAct): void {
  const { routes, config, mail } = platform;
  const db: MailDb = platform.db;
  routes.add(getMailSummary, () => summarizeMail(db, config));
  routes.add(listOutbox, ({ query }) => listMails(db, query));
  routes.add(getOutboxMail, ({ params }) => readMail(db, config, params.mailId));
  routes.add(resendMail, async ({ params: { mailId }, actor, ip }) => {
    const { to, subject: name } = await readMail(db, config, mailId);
    await db.transaction().execute(async (tx) => {
      if (!(await mail.resend(tx, mailId))) {
        throw conflict('Only a mail that was given up can be sent again.');
      }
      const subject = { type: 'email', id: mailId, name };
      await record(tx, { actor, action: 'mail.resent', subject, ip });
    });
    return { message: `The mail to ${to} waits to be sent again.` };
  });
}
