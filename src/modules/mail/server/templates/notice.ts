import { catalog } from '../catalog/catalog.ts';
import { button, type Definition, layout } from '../catalog/definition.ts';
import { fill, safeValues } from '../language/fill.ts';
import type { Current } from './current.ts';
import type { Saver } from './save.ts';

const text = (description: string) => ({ kind: 'text', description, sample: '' }) as const;

const summary = '{{saver}} changed the email template “{{template}}” (version {{version}}).';
const advice =
  'If you didn’t expect this, open Email Templates under System Management, check its versions and restore an earlier one.';

/** Not in the catalog: someone who changes the reset email must not be able to change the email about it. */
const definition: Definition = {
  name: 'Security template changed',
  description: 'Sent to every administrator when a security template changes.',
  category: 'security',
  variables: {
    firstName: text('First name of the administrator'),
    saver: text('Who changed it'),
    template: text('Name of the template'),
    version: text('The new version'),
    address: { kind: 'link', description: 'Link to the templates', sample: '' },
  },
  required: [],
  content: {
    subject: 'The email template “{{template}}” was changed',
    textTemplate: `Hello {{firstName}},\n\n${summary}\n${advice}\n\n{{address}}\n`,
    htmlTemplate: layout(
      `<p>Hello {{firstName}},</p>\n<p>${summary}</p>\n<p>${advice}</p>\n${button('address', 'Open Admin Tools')}`,
    ),
  },
};

/** The email that notifies an administrator of a changed security template, and who changed it. */
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
  const filled = fill(definition.content, definition.variables, values);
  return { ...filled, category: definition.category, shown: filled };
}
