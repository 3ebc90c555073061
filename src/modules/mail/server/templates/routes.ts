import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor, RequestContext } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract.ts';
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

  /** In the transaction of the change: logs it, and notifies all administrators of a changed security email. */
  async function recordChange(
    tx: MailDb,
    action: string,
    change: Change,
    by: RequestContext,
  ): Promise<void> {
    await record(tx, activityOf(action, change, by));
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
  routes.add(contract.listTemplateVersions, async ({ params }) =>
    listTemplateVersions(db, getKey(params.id)),
  );
  routes.add(previewEmailTemplate, async ({ params, body }) => {
    const definition = catalog[getKey(params.id)];
    assertUsable(definition, body);
    return fill(body, definition.variables, samplesOf(definition.variables));
  });
  routes.add(saveEmailTemplate, async ({ params, actor, ip, body }) => {
    const key = getEditableKey(actor, params.id);
    const { active, version, ...content } = body;
    await db.transaction().execute(async (tx) => {
      const change = await saveTemplate(tx, actor, key, { content, active, version });
      if (change) await recordChange(tx, 'mail.template_changed', change, { actor, ip });
    });
    return describeTemplate(await getCurrent(db, key), actor);
  });
  routes.add(restoreTemplateVersion, async ({ params, actor, ip, body }) => {
    const key = getEditableKey(actor, params.id);
    await db.transaction().execute(async (tx) => {
      const change = await restoreTemplate(tx, actor, key, body);
      await recordChange(tx, 'mail.template_restored', change, { actor, ip });
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
    throw forbidden('Only administrators can change security emails.');
  return key;
}

/** The text itself is stored in the version; the log names it. */
function activityOf(action: string, { before, after }: Change, by: RequestContext) {
  const summaryOf = ({ version, content, active }: Change['after']) => ({
    version,
    subject: content.subject,
    active,
  });
  const subject = { type: 'email_template', id: after.key, name: catalog[after.key].name };
  return { ...by, action, subject, before: summaryOf(before), after: summaryOf(after) };
}
