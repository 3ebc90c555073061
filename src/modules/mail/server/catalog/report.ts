import { button, type Definition, layout, small } from './definition.ts';

export interface ReportValues {
  firstName: string;
  viewName: string;
  /** The report, its stores and its filters. */
  about: string;
  /** Its period, and the one it is compared with. */
  period: string;
  compared: string;
  figures: readonly { label: string; value: string; change: string }[];
  /** What its rows are grouped by, and at most three measures of each. */
  by: string;
  firstColumn: string;
  secondColumn: string;
  thirdColumn: string;
  rows: readonly { label: string; figures: string; first: string; second: string; third: string }[];
  /** How many rows are not listed; empty if all are. */
  more: string;
  reportLink: string;
  /** Why it was sent, as the end of a sentence. */
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

Full report:
{{reportLink}}

You’re getting this email because {{reason}}. To stop it, open the view:
{{viewLink}}
`;

const cell = 'padding: 6px 0 6px 12px; border-bottom: 1px solid #d8dde5; text-align: right;';
const firstCell = 'padding: 6px 0; border-bottom: 1px solid #d8dde5; text-align: left;';
const table = 'width: 100%; border-collapse: collapse; font-size: 14px;';

const htmlTemplate = layout(`<p>Hello {{firstName}},</p>
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
${button('reportLink', 'Open report')}
${small('You’re getting this email because {{reason}}. To stop it, <a href="{{viewLink}}">open the view</a>.')}`);

const notShown = '(not shown here)';
const figure = { first: '41', second: '18', third: '23' };

export const report: Definition = {
  name: 'Report',
  description: 'Sent to the recipients of a saved report view, on its schedule.',
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
      description: 'Report, stores and filters',
      sample: 'Sales · All your stores',
      hidden: notShown,
    },
    period: { kind: 'text', description: 'Period', sample: 'Nov 1 – 22, 2026' },
    compared: {
      kind: 'text',
      description: 'Period it is compared with',
      sample: 'Oct 1 – 22, 2026',
    },
    figures: {
      kind: 'list',
      description: 'Key figures',
      fields: {
        label: { description: 'Name of the figure', hidden: notShown },
        value: { description: 'Value', hidden: notShown },
        change: { description: 'Change; empty if unknown', hidden: notShown },
      },
      sample: [
        { label: 'Units', value: '96', change: '(+12%)' },
        { label: 'Average price', value: '$38,410', change: '(−3%)' },
      ],
    },
    by: { kind: 'text', description: 'What the rows are grouped by', sample: 'Store' },
    firstColumn: { kind: 'text', description: 'First measure of the rows', sample: 'Units' },
    secondColumn: { kind: 'text', description: 'Second measure; may be empty', sample: 'New' },
    thirdColumn: { kind: 'text', description: 'Third measure; may be empty', sample: 'Used' },
    rows: {
      kind: 'list',
      description: 'The first 30 rows',
      fields: {
        label: { description: 'Name of the row', hidden: notShown },
        figures: { description: 'Its measures as text', hidden: notShown },
        first: { description: 'First measure', hidden: notShown },
        second: { description: 'Second measure', hidden: notShown },
        third: { description: 'Third measure', hidden: notShown },
      },
      sample: [
        { label: 'Ford', figures: 'Units 41 · New 18 · Used 23', ...figure },
        { label: 'Hyundai', figures: 'Units 41 · New 18 · Used 23', ...figure },
      ],
    },
    more: {
      kind: 'text',
      description: 'Number of rows not listed; empty if all are',
      sample: '4',
    },
    reportLink: {
      kind: 'link',
      description: 'Link to the full report',
      sample: 'https://forecourt.example/reports/sales',
    },
    reason: {
      kind: 'text',
      description: 'Why it was sent, as the end of a sentence',
      sample: 'it is sent to you every Monday at 7:00 AM',
    },
    viewLink: {
      kind: 'link',
      description: 'Link to the view, to stop the email',
      sample: 'https://forecourt.example/reports?view=1',
    },
  },
  required: ['viewLink'],
  content: { subject, htmlTemplate, textTemplate },
};
