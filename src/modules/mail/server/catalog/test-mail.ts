import { button, type Definition, onPaper } from './definition.ts';

export interface TestMailValues {
  firstName: string;
  loginLink: string;
}

const subject = 'Test email from Forecourt';

const textTemplate = `Hello,

{{firstName}} asked Forecourt to send this mail, to see whether mail arrives. It has.

{{loginLink}}
`;

const htmlTemplate = onPaper(`<p>Hello,</p>
<p>{{firstName}} asked Forecourt to send this mail, to see whether mail arrives. It has.</p>
${button('loginLink', 'Open Forecourt')}`);

export const testMail: Definition = {
  name: 'Test email',
  description: 'Sent by “Send Test Email”, to see whether mail arrives.',
  category: 'other',
  variables: {
    firstName: { kind: 'text', description: 'First name of whoever sends it', sample: 'Dana' },
    loginLink: {
      kind: 'link',
      description: 'Where people sign in',
      sample: 'https://forecourt.example/',
    },
  },
  required: [],
  words: { subject, htmlTemplate, textTemplate },
};
