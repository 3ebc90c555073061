import { type Definition, onPaper, small } from './definition.ts';

export interface NewDeviceValues {
  firstName: string;
  /** “Chrome on Windows”. */
  device: string;
  /** Of the network. */
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
  description: 'Browser and system, as far as the browser says',
  sample: 'Chrome on Windows',
} as const;
const address = {
  kind: 'text',
  description: 'Address of the network it came from',
  sample: '203.0.113.7',
  isOurs: true,
} as const;

// Without a link on purpose: people should not learn to follow one from a mail about their password.
const notYou =
  'If this was not you, open Forecourt, choose “Forgot Password?” on the sign-in page and tell your administrator.';

export const newDevice: Definition = {
  name: 'Sign-in on a new device',
  description: 'Sent when an account is signed in on a browser it was never signed in on before.',
  category: 'security',
  variables: { firstName, device, address },
  required: ['device'],
  words: {
    subject: 'New sign-in to your Forecourt account',
    textTemplate: `Hello {{firstName}},

your Forecourt account was just signed in to on a new device:

{{device}}, from {{address}}

If this was you, there is nothing to do.
${notYou}
`,
    htmlTemplate: onPaper(`<p>Hello {{firstName}},</p>
<p>your Forecourt account was just signed in to on a new device:</p>
<p><strong>{{device}}</strong>, from {{address}}</p>
<p>If this was you, there is nothing to do.</p>
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
      description: 'By whom or with what, on which device, and from where',
      sample: 'on Chrome on Windows, from 203.0.113.7',
      isOurs: true,
    },
  },
  required: ['how'],
  words: {
    subject: 'Your Forecourt password was changed',
    textTemplate: `Hello {{firstName}},

the password of your Forecourt account was changed {{how}}.
All other sessions have ended.

${notYou}
`,
    htmlTemplate: onPaper(`<p>Hello {{firstName}},</p>
<p>the password of your Forecourt account was changed {{how}}. All other sessions have ended.</p>
${small(notYou)}`),
  },
};

export const signInAttack: Definition = {
  name: 'Somebody guesses a password',
  description: 'Sent when there were many failed sign-ins to an account, at most every six hours.',
  category: 'security',
  variables: { firstName },
  required: [],
  words: {
    subject: 'Failed sign-ins to your Forecourt account',
    textTemplate: `Hello {{firstName}},

somebody tried several wrong passwords on your Forecourt account. Nobody got in, and
you can sign in as usual.

If your password is short or you use it anywhere else, choose another one on your Profile page.
`,
    htmlTemplate: onPaper(`<p>Hello {{firstName}},</p>
<p>somebody tried several wrong passwords on your Forecourt account. Nobody got in, and you can sign in as usual.</p>
<p>If your password is short or you use it anywhere else, choose another one on your Profile page.</p>`),
  },
};
