import { type Definition, layout, small } from './definition.ts';

export interface NotificationDigestValues {
  firstName: string;
  /** The total. */
  count: number;
  isSingle: boolean;
  /** Title of the newest one. */
  title: string;
  notifications: readonly { title: string; preview: string; link: string }[];
  /** How many are not listed; empty if all are. */
  more: string;
  loginLink: string;
}

const subject =
  '{{#isSingle}}{{title}}{{/isSingle}}{{^isSingle}}{{count}} unread notifications in Forecourt{{/isSingle}}';

const textTemplate = `Hello {{firstName}},

{{#isSingle}}
You have one unread notification in Forecourt:
{{/isSingle}}
{{^isSingle}}
You have {{count}} unread notifications in Forecourt:
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
You’re getting this email because they stayed unread for 15 minutes.
`;

const htmlTemplate = layout(`<p>Hello {{firstName}},</p>
<p>{{#isSingle}}You have one unread notification in Forecourt:{{/isSingle}}{{^isSingle}}You have {{count}} unread notifications in Forecourt:{{/isSingle}}</p>
<ul style="margin: 0; padding-left: 20px;">
{{#notifications}}
<li style="margin: 0 0 12px;"><a href="{{link}}">{{title}}</a><br>{{preview}}</li>
{{/notifications}}
</ul>
{{#more}}
<p><a href="{{loginLink}}">… and {{more}} more in Forecourt.</a></p>
{{/more}}
${small('You’re getting this email because they stayed unread for 15 minutes.')}`);

const notShown = '(not shown here)';

export const notificationDigest: Definition = {
  name: 'Unread notifications',
  description: 'Sent when notifications stay unread for 15 minutes.',
  category: 'notification',
  variables: {
    firstName: { kind: 'text', description: 'First name of the person', sample: 'Dana' },
    count: { kind: 'text', description: 'Number of notifications', sample: '3' },
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
        title: { description: 'Title of the notification', hidden: 'A notification' },
        preview: { description: 'Beginning of the message', hidden: notShown },
        link: { description: 'Link to open it', hidden: notShown, isLink: true },
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
      description: 'Number of notifications not listed; empty if all are',
      sample: '1',
    },
    loginLink: {
      kind: 'link',
      description: 'Link to sign in',
      sample: 'https://forecourt.example/',
    },
  },
  required: [],
  content: { subject, htmlTemplate, textTemplate },
};
