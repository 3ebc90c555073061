import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden, notFound } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract.ts';
import {
  listEmailTemplates,
  previewEmailTemplate,
  restoreTemplateVersion,
  saveEmailTemplate,
} from '../../contract.ts';
import { catalog, findKey, type TemplateKey } from '../catalog/catalog.ts';
import { isSecurity } from '../catalog/definition.ts';
import { assertUsable } from '../language/check.ts';
import { fill, samplesOf } from '../language/fill.ts';
import type { ListAdministrators, RecordAct } from '../record.ts';
import type { MailDb } from '../tables.ts';
import { getCurrent, listCurrent } from './current.ts';
import { canEditTemplate, describeTemplate, listTemplateVersions } from './describe.ts';
import { noticeOfChange } from './notice.ts';
import { type Change, restoreTemplate, saveTemplate } from './save.ts';

export function addTemplateRoutes(
  platform: Platform,
  record: RecordAct,
  listAdministrators: ListAdministrators,
): void {
  const { routes } = platform;
  const db: MailDb = platform.db;

  /** In the transaction of the change: it is logged, and of a security mail every administrator hears. */
  async function noteChange(tx: MailDb, action: string, change: Change, by: By): Promise<void> {
    await record(tx, actOf(action, change, by));
    if (!isSecurity(catalog[change.after.key])) return;
    for (const { email, firstName } of await listAdministrators(tx)) {
      const recipient = { firstName, publicUrl: platform.publicUrl() };
      const letter = noticeOfChange(change.after, by.actor, recipient);
      await platform.mail.send(tx, { to: email, ...letter });
    }
  }

  routes.add(listEmailTemplates, async ({ actor }) =>
    (await listCurrent(db)).map((current) => describeTemplate(current, actor)),
  );
  routes.add(calls.listTemplateVersions, async ({ params }) =>
    listTemplateVersions(db, getKey(params.id)),
  );
  routes.add(previewEmailTemplate, async ({ params, body }) => {
    const definition = catalog[getKey(params.id)];
    assertUsable(definition, body);
    return fill(body, definition.variables, samplesOf(definition.variables));
  });
  routes.add(saveEmailTemplate, async ({ params, actor, ip, body }) => {
    const key = getEditableKey(actor, params.id);
    const { active, version, ...words } = body;
    await db.transaction().execute(async (tx) => {
      const change = await saveTemplate(tx, actor, key, { words, active, version });
      if (change) await noteChange(tx, 'mail.template_changed', change, { actor, ip });
    });
    return describeTemplate(await getCurrent(db, key), actor);
  });
  routes.add(restoreTemplateVersion, async ({ params, actor, ip, body }) => {
    const key = getEditableKey(actor, params.id);
    await db.transaction().execute(async (tx) => {
      const change = await restoreTemplate(tx, actor, key, body);
      await noteChange(tx, 'mail.template_restored', change, { actor, ip });
    });
    return describeTemplate(await getCurrent(db, key), actor);
  });
}

function getKey(id: string): TemplateKey {
  const key = findKey(id);
  if (!key) throw notFound();
  return key;
}

function getEditableKey(actor: Actor, id: string): TemplateKey {
  const key = getKey(id);
  if (!canEditTemplate(actor, key))
    throw forbidden('Only administrators can change security mails.');
  return key;
}

interface By {
  actor: Actor;
  ip: string;
}

/** The words themselves are kept with the versions; the log says which. */
function actOf(action: string, { before, after }: Change, by: By) {
  const told = ({ version, words, active }: Change['after']) => ({
    ...{ version, subject: words.subject, active },
  });
  const subject = { type: 'email_template', id: after.key, name: catalog[after.key].name };
  return { ...by, action, subject, before: told(before), after: told(after) };
}
