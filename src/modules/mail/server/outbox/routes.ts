import { conflict } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract.ts';
import { resendMail } from '../../contract.ts';
import type { RecordAct } from '../record.ts';
import type { MailDb } from '../tables.ts';
import { getOutboxMail } from './letter.ts';
import { listOutbox } from './list.ts';
import { getMailSummary } from './summary.ts';

export function addOutboxRoutes(platform: Platform, record: RecordAct): void {
  const { routes, config, mail } = platform;
  const db: MailDb = platform.db;
  routes.add(contract.getMailSummary, () => getMailSummary(db, config));
  routes.add(contract.listOutbox, ({ query }) => listOutbox(db, query));
  routes.add(contract.getOutboxMail, ({ params }) => getOutboxMail(db, config, params.mailId));
  routes.add(resendMail, async ({ params: { mailId }, actor, ip }) => {
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
