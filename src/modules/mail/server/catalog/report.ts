import { button, type Definition, onPaper, small } from './definition.ts';

export interface ReportValues {
  firstName: string;
  viewName: string;
  /** Which report it is of, whose stores, and what it is narrowed to. */
  about: string;
  /** Its days, and those they are compared with. */
  period: string;
  compared: string;
  figures: readonly { label: string; value: string; change: string }[];
  /** What its rows are, and at most three measures of each. */
  by: string;
  firstColumn: string;
  secondColumn: string;
  thirdColumn: string;
  rows: readonly { label: string; figures: string; first: string; second: string; third: string }[];
  /** How many rows are not listed; nothing where all are. */
  more: string;
  reportLink: string;
  /** Why it came, to end a sentence. */
  reason: string;
  viewLink: string;
}

const subject = '{{viewName}}: {{period}}';

const textTemplate = `Hello {{firstName}},

{{viewName}}
{{about}}
{{period}}, compared with {{compared}}

{{#figures}}
{{label}}: {{value}} {{change}}
{{/figures}}

By {{by}}:
{{#rows}}
{{label}}: {{figures}}
{{/rows}}
{{#more}}
… and {{more}} more.
{{/more}}

The whole report:
{{reportLink}}

You get this mail because {{reason}}. To get it no more, open the view:
{{viewLink}}
`;

const cell = 'padding: 6px 0 6px 12px; border-bottom: 1px solid #d8dde5; text-align: right;';
const firstCell = 'padding: 6px 0; border-bottom: 1px solid #d8dde5; text-align: left;';
const table = 'width: 100%; border-collapse: collapse; font-size: 14px;';

const htmlTemplate = onPaper(`<p>Hello {{firstName}},</p>
<p style="margin: 0;"><strong>{{viewName}}</strong></p>
<p style="margin: 0;">{{about}}</p>
<p style="margin: 0 0 16px; color: #5a6472;">{{period}}, compared with {{compared}}</p>
<table role="presentation" style="${table}">
{{#figures}}
<tr><td style="${firstCell}">{{label}}</td><td style="${cell} font-weight: 600; white-space: nowrap;">{{value}}</td><td style="${cell} color: #5a6472;">{{change}}</td></tr>
{{/figures}}
</table>
<table style="${table} margin-top: 24px;">
<tr><th style="${firstCell}">{{by}}</th><th style="${cell}">{{firstColumn}}</th><th style="${cell}">{{secondColumn}}</th><th style="${cell}">{{thirdColumn}}</th></tr>
{{#rows}}
<tr><td style="${firstCell}">{{label}}</td><td style="${cell}">{{first}}</td><td style="${cell}">{{second}}</td><td style="${cell}">{{third}}</td></tr>
{{/rows}}
</table>
{{#more}}
<p>… and {{more}} more.</p>
{{/more}}
${button('reportLink', 'Open the report')}
${small('You get this mail because {{reason}}. To get it no more, <a href="{{viewLink}}">open the view</a>.')}`);

const notShown = '(not shown here)';
const figure = { first: '41', second: '18', third: '23' };

export const report: Definition = {
  name: 'Report',
  description: 'Sent to those a saved view of a report goes to, at the times its owner chose.',
  category: 'notification',
  variables: {
    firstName: { kind: 'text', description: 'First name of the person', sample: 'Dana' },
    viewName: {
      kind: 'text',
      description: 'Name of the view',
      sample: 'Sales of the month',
      hidden: 'A report',
    },
    about: {
      kind: 'text',
      description: 'Which report, of which stores, and what it is narrowed to',
      sample: 'Sales · All your stores',
      hidden: notShown,
    },
    period: { kind: 'text', description: 'Its days', sample: 'Nov 1 – 22, 2026' },
    compared: {
      kind: 'text',
      description: 'The days it is compared with',
      sample: 'Oct 1 – 22, 2026',
    },
    figures: {
      kind: 'list',
      description: 'The figures that lead',
      fields: {
        label: { description: 'What it is', hidden: notShown },
        value: { description: 'How much', hidden: notShown },
        change: { description: 'How it changed; empty where that is not known', hidden: notShown },
      },
      sample: [
        { label: 'Units', value: '96', change: '(+12%)' },
        { label: 'Average price', value: '$38,410', change: '(−3%)' },
      ],
    },
    by: { kind: 'text', description: 'What its rows are', sample: 'Store' },
    firstColumn: { kind: 'text', description: 'The first measure of its rows', sample: 'Units' },
    secondColumn: { kind: 'text', description: 'The second; may be empty', sample: 'New' },
    thirdColumn: { kind: 'text', description: 'The third; may be empty', sample: 'Used' },
    rows: {
      kind: 'list',
      description: 'Its first 30 rows',
      fields: {
        label: { description: 'What the row is of', hidden: notShown },
        figures: { description: 'Its measures in words', hidden: notShown },
        first: { description: 'Its first measure', hidden: notShown },
        second: { description: 'Its second measure', hidden: notShown },
        third: { description: 'Its third measure', hidden: notShown },
      },
      sample: [
        { label: 'Ford', figures: 'Units 41 · New 18 · Used 23', ...figure },
        { label: 'Hyundai', figures: 'Units 41 · New 18 · Used 23', ...figure },
      ],
    },
    more: {
      kind: 'text',
      description: 'How many rows are not listed; empty where all are',
      sample: '4',
    },
    reportLink: {
      kind: 'link',
      description: 'Where the whole report is',
      sample: 'https://forecourt.example/reports/sales',
    },
    reason: {
      kind: 'text',
      description: 'Why it came, to end a sentence',
      sample: 'it is sent to you every Monday at 7:00 AM',
    },
    viewLink: {
      kind: 'link',
      description: 'The view, where one can stop it',
      sample: 'https://forecourt.example/reports?view=1',
    },
  },
  required: ['viewLink'],
  words: { subject, htmlTemplate, textTemplate },
};
