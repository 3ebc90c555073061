import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Letter } from '../../../platform/server/mail/outbox.ts';
import { catalog, type MailValues, type TemplateKey } from './catalog/catalog.ts';
import { fill, hideValues, safeValues } from './language/fill.ts';
import { getCurrent, textToSend } from './templates/current.ts';

/** A mail ready to be sent to somebody: `mail.send(tx, { to, ...letter })`. */
export type LetterBody = Omit<Letter, 'to'>;

export interface MailTemplate<K extends TemplateKey> {
  render(values: MailValues[K]): LetterBody;
}

/**
 * The template of a mail as it is now, for many mails of the same kind; null where administrators have
 * switched it off, and nothing is to be sent.
 */
export async function findMailTemplate<K extends TemplateKey>(
  db: Db<AnyTables>,
  key: K,
): Promise<MailTemplate<K> | null> {
  const current = await getCurrent(db, key);
  const definition = catalog[key];
  const { category, variables } = definition;
  if (!current.active) return null;
  const words = textToSend(current);
  return {
    render: (given) => {
      const values = safeValues(definition, given);
      return {
        ...fill(words, variables, values),
        ...{ category, template: key },
        shown: fill(words, variables, hideValues(variables, values)),
      };
    },
  };
}

/** One mail from its template; null where it is switched off, and nothing is to be sent. */
export async function renderMail<K extends TemplateKey>(
  db: Db<AnyTables>,
  key: K,
  values: MailValues[K],
): Promise<LetterBody | null> {
  return (await findMailTemplate(db, key))?.render(values) ?? null;
}
