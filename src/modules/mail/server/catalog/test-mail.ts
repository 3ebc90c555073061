import { button, type Definition, layout } from './definition.ts';

export interface TestMailValues {
  firstName: string;
  loginLink: string;
}

const subject = 'Test email from Forecourt';

const textTemplate = `Hello,

{{firstName}} sent this test email from Forecourt. If you can read it, email delivery works.

{{loginLink}}
`;

const htmlTemplate = layout(`<p>Hello,</p>
<p>{{firstName}} sent this test email from Forecourt. If you can read it, email delivery works.</p>
${button('loginLink', 'Open Forecourt')}`);

export const testMail: Definition = {
  name: 'Test email',
  description: 'Sent by “Send Test Email” to check that email delivery works.',
  category: 'other',
  variables: {
    firstName: { kind: 'text', description: 'First name of the sender', sample: 'Dana' },
    loginLink: {
      kind: 'link',
      description: 'Link to sign in',
      sample: 'https://forecourt.example/',
    },
  },
  required: [],
  content: { subject, htmlTemplate, textTemplate },
};
