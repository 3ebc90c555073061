import { catalog } from '../catalog/catalog.ts';
import { button, type Definition, onPaper } from '../catalog/definition.ts';
import { fill, safeValues } from '../language/fill.ts';
import type { Current } from './current.ts';
import type { Saver } from './save.ts';

const text = (description: string) => ({ kind: 'text', description, sample: '' }) as const;

const first = '{{saver}} changed the email template “{{template}}” (version {{version}}).';
const advice =
  'If you did not expect this, open Email Templates under System Management, look at its versions and restore an earlier one.';

/** Not in the catalog: whoever changes what reset mails say must not change what is said about it. */
const definition: Definition = {
  name: 'Security template changed',
  description: 'Sent to every administrator when a security template changes.',
  category: 'security',
  variables: {
    firstName: text('First name of the administrator'),
    saver: text('Who changed it'),
    template: text('Name of the template'),
    version: text('The new version'),
    address: { kind: 'link', description: 'Where templates are changed', sample: '' },
  },
  required: [],
  words: {
    subject: 'The email template “{{template}}” was changed',
    textTemplate: `Hello {{firstName}},\n\n${first}\n${advice}\n\n{{address}}\n`,
    htmlTemplate: onPaper(
      `<p>Hello {{firstName}},</p>\n<p>${first}</p>\n<p>${advice}</p>\n${button('address', 'Open Admin Tools')}`,
    ),
  },
};

/** The mail that tells an administrator what a security template says now is new, and who wrote it. */
export function noticeOfChange(
  { key, version }: Current,
  { firstName, lastName }: Saver,
  recipient: { firstName: string; publicUrl: string },
) {
  const values = safeValues(definition, {
    firstName: recipient.firstName,
    saver: `${firstName} ${lastName}`,
    template: catalog[key].name,
    version,
    address: `${recipient.publicUrl}/admin-tools#system`,
  });
  const filled = fill(definition.words, definition.variables, values);
  return { ...filled, category: definition.category, shown: filled };
}
