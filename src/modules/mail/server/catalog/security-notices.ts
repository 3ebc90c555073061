import { type Definition, layout, small } from './definition.ts';

export interface NewDeviceValues {
  firstName: string;
  /** “Chrome on Windows”. */
  device: string;
  /** The IP address. */
  address: string;
}

export interface PasswordChangedValues {
  firstName: string;
  /** “with a link sent to this address, on Chrome on Windows, from 203.0.113.7”. */
  how: string;
}

export interface SignInAttackValues {
  firstName: string;
}

const firstName = {
  kind: 'text',
  description: 'First name of the person',
  sample: 'Dana',
} as const;
const device = {
  kind: 'text',
  description: 'Browser and operating system, as reported by the browser',
  sample: 'Chrome on Windows',
} as const;
const address = {
  kind: 'text',
  description: 'IP address it came from',
  sample: '203.0.113.7',
  isOurs: true,
} as const;

// No link on purpose: people should not learn to follow links in emails about their password.
const notYou =
  'If this wasn’t you, open Forecourt, select “Forgot Password?” on the sign-in page and contact your administrator.';

export const newDevice: Definition = {
  name: 'Sign-in on a new device',
  description: 'Sent when someone signs in to an account in a new browser.',
  category: 'security',
  variables: { firstName, device, address },
  required: ['device'],
  content: {
    subject: 'New sign-in to your Forecourt account',
    textTemplate: `Hello {{firstName}},

Someone just signed in to your Forecourt account on a new device:

{{device}}, from {{address}}

If this was you, you can ignore this email.
${notYou}
`,
    htmlTemplate: layout(`<p>Hello {{firstName}},</p>
<p>Someone just signed in to your Forecourt account on a new device:</p>
<p><strong>{{device}}</strong>, from {{address}}</p>
<p>If this was you, you can ignore this email.</p>
${small(notYou)}`),
  },
};

export const passwordChanged: Definition = {
  name: 'Password changed',
  description: 'Sent after the password of an account was changed or reset.',
  category: 'security',
  variables: {
    firstName,
    how: {
      kind: 'text',
      description: 'How it was changed, on which device and from where',
      sample: 'on Chrome on Windows, from 203.0.113.7',
      isOurs: true,
    },
  },
  required: ['how'],
  content: {
    subject: 'Your Forecourt password was changed',
    textTemplate: `Hello {{firstName}},

The password of your Forecourt account was changed {{how}}.
All other sessions have ended.

${notYou}
`,
    htmlTemplate: layout(`<p>Hello {{firstName}},</p>
<p>The password of your Forecourt account was changed {{how}}. All other sessions have ended.</p>
${small(notYou)}`),
  },
};

export const signInAttack: Definition = {
  name: 'Failed sign-in attempts',
  description: 'Sent after many failed sign-ins to an account, at most every six hours.',
  category: 'security',
  variables: { firstName },
  required: [],
  content: {
    subject: 'Failed sign-ins to your Forecourt account',
    textTemplate: `Hello {{firstName}},

Someone tried several wrong passwords on your Forecourt account. No one got in, and
you can sign in as usual.

If your password is short or you use it anywhere else, choose another one on your Profile page.
`,
    htmlTemplate: layout(`<p>Hello {{firstName}},</p>
<p>Someone tried several wrong passwords on your Forecourt account. No one got in, and you can sign in as usual.</p>
<p>If your password is short or you use it anywhere else, choose another one on your Profile page.</p>`),
  },
};
