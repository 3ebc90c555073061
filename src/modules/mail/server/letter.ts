import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Letter } from '../../../platform/server/mail/outbox.ts';
import { catalog, type MailValues, type TemplateKey } from './catalog/catalog.ts';
import { fill, hideValues, safeValues } from './language/fill.ts';
import { getCurrent, textToSend } from './templates/current.ts';

/** A rendered email without its recipient: `mail.send(tx, { to, ...letter })`. */
export type LetterBody = Omit<Letter, 'to'>;

export interface MailTemplate<K extends TemplateKey> {
  render(values: MailValues[K]): LetterBody;
}

/**
 * The current template of an email, to render many of the same kind; null if administrators turned it off and
 * nothing is to be sent.
 */
export async function findMailTemplate<K extends TemplateKey>(
  db: Db<AnyTables>,
  key: K,
): Promise<MailTemplate<K> | null> {
  const current = await getCurrent(db, key);
  const definition = catalog[key];
  const { category, variables } = definition;
  if (!current.active) return null;
  const content = textToSend(current);
  return {
    render: (input) => {
      const values = safeValues(definition, input);
      return {
        ...fill(content, variables, values),
        category,
        template: key,
        shown: fill(content, variables, hideValues(variables, values)),
      };
    },
  };
}

/** Renders one email; null if its template is off and nothing is to be sent. */
export async function renderMail<K extends TemplateKey>(
  db: Db<AnyTables>,
  key: K,
  values: MailValues[K],
): Promise<LetterBody | null> {
  return (await findMailTemplate(db, key))?.render(values) ?? null;
}
