import { forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type * as contract from '../contract.ts';
import { catalog, findKey, type TemplateKey } from './catalog/catalog.ts';
import { fill, safeValues, samplesOf, type Values } from './language/fill.ts';
import type { IsStaffAddress, RecordAct } from './record.ts';
import type { MailDb } from './tables.ts';
import { getCurrent, textToSend } from './templates/current.ts';

const adminsOnly =
  'Only administrators can send test emails to addresses without an account. Use the address of an account.';

/**
 * Sends one email, also of a template that is off. Only role admin sends to addresses without an account:
 * otherwise anyone who may edit templates could write to anyone in the name of the group.
 */
export function sendTestEmail(
  platform: Platform,
  record: RecordAct,
  isStaffAddress: IsStaffAddress,
): Handler<typeof contract.sendTestEmail> {
  const { mail, limits, publicUrl } = platform;
  const db: MailDb = platform.db;
  // It reaches outsiders, and no one needs to test that often.
  const limit = limits('test-mail', 30, 60 * 60);
  return async ({ actor, ip, body: { email, templateId = 'test' } }) => {
    const key = findKey(templateId);
    if (!key) throw notFound();
    if (actor.role !== 'admin' && !(await isStaffAddress(email))) throw forbidden(adminsOnly);
    await limit.consume(String(actor.userId));
    const own = { firstName: actor.firstName, loginLink: `${publicUrl()}/` };
    const letter = await composeTest(db, key, own);
    const mailId = await db.transaction().execute(async (tx) => {
      const subject = { type: 'email', id: key, name: email };
      await record(tx, { actor, action: 'mail.test_sent', subject, ip });
      return mail.send(tx, { to: email, ...letter });
    });
    return { message: `A test email to ${email} is on its way.`, mailId };
  };
}

async function composeTest(db: MailDb, key: TemplateKey, own: Values) {
  const definition = catalog[key];
  const { variables } = definition;
  const values = safeValues(definition, { ...samplesOf(variables), ...(key === 'test' && own) });
  const filled = fill(textToSend(await getCurrent(db, key)), variables, values);
  // It contains no one's data, so all of it may be shown in the outbox.
  return { ...filled, category: 'other' as const, template: key, shown: filled };
}
