import type { EmailText } from '../../contract.ts';
import { catalog, type TemplateKey, templateKeys } from '../catalog/catalog.ts';
import { findUnusable } from '../language/check.ts';
import type { MailDb } from '../tables.ts';

/** The current version of a template. */
export interface Current {
  key: TemplateKey;
  /** 0: the original text. */
  version: number;
  content: EmailText;
  active: boolean;
  savedAt: Date | null;
  savedBy: string | null;
}

export async function listCurrent(
  db: MailDb,
  keys: readonly TemplateKey[] = templateKeys,
): Promise<Current[]> {
  const rows = await db
    .selectFrom('email_template_versions')
    .distinctOn('template')
    .selectAll()
    .where('template', 'in', keys)
    .orderBy('template')
    .orderBy('version', 'desc')
    .execute();
  const saved = new Map(rows.map((row) => [row.template, row]));
  return keys.map((key) => {
    const row = saved.get(key);
    if (!row) return original(key);
    const { version, subject, html, text, active, saved_at, saved_by_name } = row;
    return {
      key,
      version,
      active,
      savedAt: saved_at,
      savedBy: saved_by_name,
      content: { subject, htmlTemplate: html, textTemplate: text },
    };
  });
}

export async function getCurrent(db: MailDb, key: TemplateKey): Promise<Current> {
  const [current] = await listCurrent(db, [key]);
  return current ?? original(key);
}

export const original = (key: TemplateKey): Current => ({
  key,
  version: 0,
  active: true,
  savedAt: null,
  savedBy: null,
  content: catalog[key].content,
});

/**
 * The text to send: the original if the saved one is invalid. It may have been saved before a rule existed, or
 * written directly to the database.
 */
export function textToSend({ key, content }: Current): EmailText {
  return findUnusable(catalog[key], content) === null ? content : catalog[key].content;
}
