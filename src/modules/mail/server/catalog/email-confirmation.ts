import { button, type Definition, onPaper, small } from './definition.ts';

export interface EmailConfirmationValues {
  confirmLink: string;
}

const subject = 'Confirm your email address for Forecourt';

const textTemplate = `Hello,

a Forecourt account was requested with this email address. If that was you, confirm
your address here:

{{confirmLink}}

The link works for 7 days. If it was not you, there is nothing to do: without your
confirmation the request is deleted, and this address gets no other mail.
`;

const htmlTemplate = onPaper(`<p>Hello,</p>
<p>a Forecourt account was requested with this email address. If that was you, confirm your address.</p>
${button('confirmLink', 'Confirm email address')}
<p>The link works for 7 days. If it was not you, there is nothing to do: without your confirmation the request is deleted, and this address gets no other mail.</p>
${small('If the button does not work, open this address:<br><a href="{{confirmLink}}">{{confirmLink}}</a>')}`);

/** Names nobody: whoever registers could write to strangers with it. */
export const emailConfirmation: Definition = {
  name: 'Email confirmation',
  description: 'Sent to the address somebody registers with, before any other mail goes there.',
  category: 'security',
  variables: {
    confirmLink: {
      kind: 'link',
      description: 'Where they confirm the address, within 7 days',
      sample: 'https://forecourt.example/confirm-email#token=sample',
      hidden: '(link removed)',
    },
  },
  required: ['confirmLink'],
  words: { subject, htmlTemplate, textTemplate },
};
