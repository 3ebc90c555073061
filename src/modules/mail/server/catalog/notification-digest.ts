import { type Definition, onPaper, small } from './definition.ts';

export interface NotificationDigestValues {
  firstName: string;
  /** How many there are in all. */
  count: number;
  isSingle: boolean;
  /** Of the newest. */
  title: string;
  notifications: readonly { title: string; preview: string; link: string }[];
  /** How many are not listed; nothing where all are. */
  more: string;
  loginLink: string;
}

const subject =
  '{{#isSingle}}{{title}}{{/isSingle}}{{^isSingle}}{{count}} unread notifications in Forecourt{{/isSingle}}';

const textTemplate = `Hello {{firstName}},

{{#isSingle}}
one notification is waiting for you in Forecourt:
{{/isSingle}}
{{^isSingle}}
{{count}} notifications are waiting for you in Forecourt:
{{/isSingle}}

{{#notifications}}
{{title}}
{{preview}}
{{link}}

{{/notifications}}
{{#more}}
… and {{more}} more in Forecourt.
{{loginLink}}

{{/more}}
You get this mail because they stayed unread for 15 minutes.
`;

const htmlTemplate = onPaper(`<p>Hello {{firstName}},</p>
<p>{{#isSingle}}one notification is waiting for you in Forecourt:{{/isSingle}}{{^isSingle}}{{count}} notifications are waiting for you in Forecourt:{{/isSingle}}</p>
<ul style="margin: 0; padding-left: 20px;">
{{#notifications}}
<li style="margin: 0 0 12px;"><a href="{{link}}">{{title}}</a><br>{{preview}}</li>
{{/notifications}}
</ul>
{{#more}}
<p><a href="{{loginLink}}">… and {{more}} more in Forecourt.</a></p>
{{/more}}
${small('You get this mail because they stayed unread for 15 minutes.')}`);

const notShown = '(not shown here)';

export const notificationDigest: Definition = {
  name: 'Unread notifications',
  description: 'Sent to whoever has not read a notification for 15 minutes.',
  category: 'notification',
  variables: {
    firstName: { kind: 'text', description: 'First name of the person', sample: 'Dana' },
    count: { kind: 'text', description: 'How many notifications there are', sample: '3' },
    isSingle: {
      kind: 'flag',
      description: 'Whether there is only one',
      sample: false,
    },
    title: {
      kind: 'text',
      description: 'Title of the newest one',
      sample: 'Raymond Cole in Sales',
      hidden: 'A notification',
    },
    notifications: {
      kind: 'list',
      description: 'The newest 20',
      fields: {
        title: { description: 'Who or what it comes from', hidden: 'A notification' },
        preview: { description: 'How it begins', hidden: notShown },
        link: { description: 'Where it leads', hidden: notShown, isLink: true },
      },
      sample: [
        {
          title: 'Raymond Cole in Sales',
          preview: 'Can you take the walk-in at the Mustang?',
          link: 'https://forecourt.example/?channel=sales',
        },
        {
          title: 'Linda Tran',
          preview: 'The loaner is back, keys are on the board.',
          link: 'https://forecourt.example/?channel=service',
        },
      ],
    },
    more: {
      kind: 'text',
      description: 'How many are not listed; empty where all are',
      sample: '1',
    },
    loginLink: {
      kind: 'link',
      description: 'Where they sign in',
      sample: 'https://forecourt.example/',
    },
  },
  required: [],
  words: { subject, htmlTemplate, textTemplate },
};
