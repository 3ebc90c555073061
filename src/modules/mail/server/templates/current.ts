import type { EmailText } from '../../contract.ts';
import { catalog, type TemplateKey, templateKeys } from '../catalog/catalog.ts';
import { findUnusable } from '../language/check.ts';
import type { MailDb } from '../tables.ts';

/** What a template says now. */
export interface Current {
  key: TemplateKey;
  /** 0: the words it came with. */
  version: number;
  words: EmailText;
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
      ...{ key, version, active, savedAt: saved_at, savedBy: saved_by_name },
      words: { subject, htmlTemplate: html, textTemplate: text },
    };
  });
}

export async function getCurrent(db: MailDb, key: TemplateKey): Promise<Current> {
  const [current] = await listCurrent(db, [key]);
  return current ?? original(key);
}

export const original = (key: TemplateKey): Current => ({
  ...{ key, version: 0, active: true, savedAt: null, savedBy: null },
  words: catalog[key].words,
});

/**
 * The words to send: those it came with, where the saved ones break a rule. They may have been saved before the
 * rule, or by whoever writes to the database.
 */
export function textToSend({ key, words }: Current): EmailText {
  return findUnusable(catalog[key], words) === null ? words : catalog[key].words;
}
