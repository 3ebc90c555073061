import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import {
  listEmailTemplates,
  listTemplateVersions,
  previewEmailTemplate,
  restoreTemplateVersion,
  saveEmailTemplate,
} from '../../contract.ts';
import { catalog, findKey, type TemplateKey } from '../catalog/catalog.ts';
import { assertUsable } from '../language/check.ts';
import { fill, samplesOf } from '../language/fill.ts';
import type { RecordAct } from '../record.ts';
import type { MailDb } from '../tables.ts';
import { getCurrent, listCurrent } from './current.ts';
import { describeTemplate, listVersions } from './describe.ts';
import { type Change, restoreTemplate, saveTemplate } from './save.ts';

export function addTemplateRoutes(platform: Platform, record: RecordAct): void {
  const { routes } = platform;
  const db: MailDb = platform.db;
  routes.add(listEmailTemplates, async () => (await listCurrent(db)).map(describeTemplate));
  routes.add(listTemplateVersions, async ({ params }) => listVersions(db, getKey(params.id)));
  routes.add(previewEmailTemplate, async ({ params, body }) => {
    const definition = catalog[getKey(params.id)];
    assertUsable(definition, body);
    return fill(body, definition.variables, samplesOf(definition.variables));
  });
  routes.add(saveEmailTemplate, async ({ params, actor, ip, body }) => {
    const key = getKey(params.id);
    const { active, version, ...words } = body;
    await db.transaction().execute(async (tx) => {
      const change = await saveTemplate(tx, actor, key, { words, active, version });
      if (change) await record(tx, actOf('mail.template_changed', change, { actor, ip }));
    });
    return describeTemplate(await getCurrent(db, key));
  });
  routes.add(restoreTemplateVersion, async ({ params, actor, ip, body }) => {
    const key = getKey(params.id);
    await db.transaction().execute(async (tx) => {
      const change = await restoreTemplate(tx, actor, key, body);
      await record(tx, actOf('mail.template_restored', change, { actor, ip }));
    });
    return describeTemplate(await getCurrent(db, key));
  });
}

function getKey(id: string): TemplateKey {
  const key = findKey(id);
  if (!key) throw notFound();
  return key;
}

/** The words themselves are kept with the versions; the log says which. */
function actOf(action: string, { before, after }: Change, by: { actor: Actor; ip: string }) {
  const told = ({ version, words, active }: Change['after']) => ({
    ...{ version, subject: words.subject, active },
  });
  const subject = { type: 'email_template', id: after.key, name: catalog[after.key].name };
  return { ...by, action, subject, before: told(before), after: told(after) };
}
