import { sql } from 'kysely';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { EmailText } from '../../contract.ts';
import { catalog, type TemplateKey } from '../catalog/catalog.ts';
import { canBeSwitchedOff } from '../catalog/definition.ts';
import { assertUsable } from '../language/check.ts';
import type { MailDb } from '../tables.ts';
import { type Current, getCurrent, original } from './current.ts';

const alwaysSent = 'Security emails can’t be turned off, or people would be locked out.';

export interface Saver {
  userId: number;
  firstName: string;
  lastName: string;
}

export interface SaveTemplate {
  content: EmailText;
  active: boolean;
  /** The version the editor saw; if absent, the current one. */
  version?: number | undefined;
}

export interface Change {
  before: Current;
  after: Current;
}

/** Saves a new version over the one the person edited; null if nothing changed. */
export async function saveTemplate(
  tx: MailDb,
  saver: Saver,
  key: TemplateKey,
  input: SaveTemplate,
): Promise<Change | null> {
  const { content, active, version } = input;
  assertUsable(catalog[key], content);
  if (!active && !canBeSwitchedOff(catalog[key])) throw invalid(alwaysSent, { active: alwaysSent });
  const before = await lockCurrent(tx, key);
  // For example a retry because the reply was lost.
  if (isSame(before, input)) return null;
  assertVersion(before, version, 'this template', 'load');
  return { before, after: await addVersion(tx, saver, before, { content, active }) };
}

/** Restores an earlier version. Throws `not_found` if it does not exist. */
export async function restoreTemplate(
  tx: MailDb,
  saver: Saver,
  key: TemplateKey,
  { restore, version }: { restore: number; version: number },
): Promise<Change> {
  const before = await lockCurrent(tx, key);
  assertVersion(before, version, 'this template', 'load');
  const earlier = restore === 0 ? original(key) : await getVersion(tx, key, restore);
  assertUsable(catalog[key], earlier.content);
  return { before, after: await addVersion(tx, saver, before, { ...earlier, from: restore }) };
}

/** Serializes concurrent saves. */
async function lockCurrent(tx: MailDb, key: TemplateKey): Promise<Current> {
  await sql`select pg_advisory_xact_lock(hashtext('email template'), hashtext(${key}))`.execute(tx);
  return getCurrent(tx, key);
}

interface Addition {
  content: EmailText;
  active: boolean;
  from?: number;
}

async function addVersion(
  tx: MailDb,
  { userId, firstName, lastName }: Saver,
  { key, version }: Current,
  { content, active, from }: Addition,
): Promise<Current> {
  await tx
    .insertInto('email_template_versions')
    .values({
      template: key,
      version: version + 1,
      active,
      restored_from: from ?? null,
      subject: content.subject,
      html: content.htmlTemplate,
      text: content.textTemplate,
      saved_by: userId,
      saved_by_name: `${firstName} ${lastName}`,
    })
    .execute();
  return getCurrent(tx, key);
}

async function getVersion(tx: MailDb, key: TemplateKey, version: number) {
  const row = await tx
    .selectFrom('email_template_versions')
    .select(['subject', 'html', 'text', 'active'])
    .where('template', '=', key)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { subject, html, text, active } = row;
  return { content: { subject, htmlTemplate: html, textTemplate: text }, active };
}

const isSame = (current: Current, { content, active }: SaveTemplate) =>
  current.active === active &&
  current.content.subject === content.subject &&
  current.content.htmlTemplate === content.htmlTemplate &&
  current.content.textTemplate === content.textTemplate;
