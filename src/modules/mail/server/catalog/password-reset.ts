import { button, type Definition, layout, small } from './definition.ts';

export interface PasswordResetValues {
  firstName: string;
  resetLink: string;
}

const subject = 'Reset your Forecourt password';

const textTemplate = `Hello {{firstName}},

Someone, hopefully you, asked to reset the password of your Forecourt account.
Choose a new one here:

{{resetLink}}

The link works once, within the next 60 minutes. If you didn’t ask for it, you can
ignore this email: your password stays the same.
`;

const htmlTemplate = layout(`<p>Hello {{firstName}},</p>
<p>Someone, hopefully you, asked to reset the password of your Forecourt account.</p>
${button('resetLink', 'Choose a new password')}
<p>The link works once, within the next 60 minutes. If you didn’t ask for it, you can ignore this email: your password stays the same.</p>
${small('If the button doesn’t work, open this link:<br><a href="{{resetLink}}">{{resetLink}}</a>')}`);

export const passwordReset: Definition = {
  name: 'Password reset',
  description: 'Sent when someone asks for a new password on the sign-in page.',
  category: 'security',
  variables: {
    firstName: {
      kind: 'text',
      description: 'First name of the person',
      sample: 'Dana',
    },
    resetLink: {
      kind: 'link',
      description: 'Link to choose a new password, valid once within 60 minutes',
      sample: 'https://forecourt.example/reset-password#token=sample',
      hidden: '(link removed)',
    },
  },
  required: ['resetLink'],
  content: { subject, htmlTemplate, textTemplate },
};
