import { sql } from 'kysely';
import { conflict, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { EmailText } from '../../contract.ts';
import { catalog, type TemplateKey } from '../catalog/catalog.ts';
import { canBeSwitchedOff } from '../catalog/definition.ts';
import { assertUsable } from '../language/check.ts';
import type { MailDb } from '../tables.ts';
import { type Current, getCurrent, original } from './current.ts';

const stale = 'Somebody else has changed this template meanwhile.';
const alwaysSent = 'Security mails cannot be switched off: people would be locked out.';

export interface Saver {
  userId: number;
  firstName: string;
  lastName: string;
}

export interface Wanted {
  words: EmailText;
  active: boolean;
  /** The version the editor saw; without it, whatever is current. */
  version?: number | undefined;
}

export interface Change {
  before: Current;
  after: Current;
}

/** Saves a further version over the one the person holds; null where it says that already. */
export async function saveTemplate(
  tx: MailDb,
  saver: Saver,
  key: TemplateKey,
  wanted: Wanted,
): Promise<Change | null> {
  const { words, active, version } = wanted;
  assertUsable(catalog[key], words);
  if (!active && !canBeSwitchedOff(catalog[key])) throw invalid(alwaysSent, { active: alwaysSent });
  const before = await lockCurrent(tx, key);
  // Sent again because the answer was lost, say.
  if (saysTheSame(before, wanted)) return null;
  if (version !== undefined && version !== before.version) throw conflict(stale);
  return { before, after: await addVersion(tx, saver, before, { words, active }) };
}

/** Makes an earlier version the current one. Throws `not_found` for one there never was. */
export async function restoreTemplate(
  tx: MailDb,
  saver: Saver,
  key: TemplateKey,
  { restore, version }: { restore: number; version: number },
): Promise<Change> {
  const before = await lockCurrent(tx, key);
  if (version !== before.version) throw conflict(stale);
  const earlier = restore === 0 ? original(key) : await getVersion(tx, key, restore);
  assertUsable(catalog[key], earlier.words);
  return { before, after: await addVersion(tx, saver, before, { ...earlier, from: restore }) };
}

/** Two who save at the same moment come one after the other. */
async function lockCurrent(tx: MailDb, key: TemplateKey): Promise<Current> {
  await sql`select pg_advisory_xact_lock(hashtext('email template'), hashtext(${key}))`.execute(tx);
  return getCurrent(tx, key);
}

interface Addition {
  words: EmailText;
  active: boolean;
  from?: number;
}

async function addVersion(
  tx: MailDb,
  { userId, firstName, lastName }: Saver,
  { key, version }: Current,
  { words, active, from }: Addition,
): Promise<Current> {
  await tx
    .insertInto('email_template_versions')
    .values({
      ...{ template: key, version: version + 1, active, restored_from: from ?? null },
      ...{ subject: words.subject, html: words.htmlTemplate, text: words.textTemplate },
      ...{ saved_by: userId, saved_by_name: `${firstName} ${lastName}` },
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
  return { words: { subject, htmlTemplate: html, textTemplate: text }, active };
}

const saysTheSame = (current: Current, { words, active }: Wanted) =>
  current.active === active &&
  current.words.subject === words.subject &&
  current.words.htmlTemplate === words.htmlTemplate &&
  current.words.textTemplate === words.textTemplate;
