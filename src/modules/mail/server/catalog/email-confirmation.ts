import { button, type Definition, layout, small } from './definition.ts';

export interface EmailConfirmationValues {
  confirmLink: string;
}

const subject = 'Confirm your email address for Forecourt';

const textTemplate = `Hello,

A Forecourt account was requested with this email address. If that was you, confirm
your address here:

{{confirmLink}}

The link works for 7 days. If it wasn’t you, you can ignore this email: without your
confirmation the request is deleted, and this address gets no other email.
`;

const htmlTemplate = layout(`<p>Hello,</p>
<p>A Forecourt account was requested with this email address. If that was you, confirm your address.</p>
${button('confirmLink', 'Confirm email address')}
<p>The link works for 7 days. If it wasn’t you, you can ignore this email: without your confirmation the request is deleted, and this address gets no other email.</p>
${small('If the button doesn’t work, open this link:<br><a href="{{confirmLink}}">{{confirmLink}}</a>')}`);

/** Contains no name: otherwise anyone who registers could write to strangers with it. */
export const emailConfirmation: Definition = {
  name: 'Email confirmation',
  description: 'Sent to the address someone registers with, before any other email.',
  category: 'security',
  variables: {
    confirmLink: {
      kind: 'link',
      description: 'Link to confirm the address, valid for 7 days',
      sample: 'https://forecourt.example/confirm-email#token=sample',
      hidden: '(link removed)',
    },
  },
  required: ['confirmLink'],
  content: { subject, htmlTemplate, textTemplate },
};
