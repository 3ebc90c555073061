import { button, type Definition, onPaper, small } from './definition.ts';

export interface PasswordResetValues {
  firstName: string;
  resetLink: string;
}

const subject = 'Reset your Forecourt password';

const textTemplate = `Hello {{firstName}},

somebody, hopefully you, asked to reset the password of your Forecourt account.
Choose a new one here:

{{resetLink}}

The link works once, within the next 60 minutes. If you did not ask for it, there is
nothing to do: your password stays as it is.
`;

const htmlTemplate = onPaper(`<p>Hello {{firstName}},</p>
<p>somebody, hopefully you, asked to reset the password of your Forecourt account.</p>
${button('resetLink', 'Choose a new password')}
<p>The link works once, within the next 60 minutes. If you did not ask for it, there is nothing to do: your password stays as it is.</p>
${small('If the button does not work, open this address:<br><a href="{{resetLink}}">{{resetLink}}</a>')}`);

export const passwordReset: Definition = {
  name: 'Password reset',
  description: 'Sent to whoever asks for a new password on the sign-in page.',
  category: 'security',
  variables: {
    firstName: {
      kind: 'text',
      description: 'First name of the person',
      sample: 'Dana',
    },
    resetLink: {
      kind: 'link',
      description: 'Where they choose a new password, once, within 60 minutes',
      sample: 'https://forecourt.example/reset-password#token=sample',
      hidden: '(link removed)',
    },
  },
  required: ['resetLink'],
  words: { subject, htmlTemplate, textTemplate },
};
