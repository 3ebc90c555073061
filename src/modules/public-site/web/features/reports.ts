import type { Feature } from './feature.ts';

export const reports: Feature = {
  slug: 'reports',
  alias: 'reports-analytics',
  title: 'Reports and Analytics',
  summary: 'The figures of the day by store and department, each one open to the rows behind it.',
  lead: 'A figure is trusted when one can open it. Forecourt computes from deals, repair orders and punches as they are entered, and shows the formula next to the number.',
  sections: [
    {
      heading: 'One page in the morning',
      text: 'Units, gross, service and hours: month to date, pace, last month, the same month last year, and the target beside them.',
    },
    {
      heading: 'Down to the row',
      text: 'Click a figure to see the deals or repair orders it counts. No number without its rows.',
    },
    {
      heading: 'Defined once',
      text: 'Hours per repair order, days’ supply, close rate: each carries its formula, so that three stores mean the same thing.',
    },
    {
      heading: 'Filters one can share',
      text: 'Dates, store, brand and department stand in the address. Send the link; the reader sees the same report, within their own permissions.',
    },
    {
      heading: 'Out on schedule',
      text: 'Saved reports go out by mail when you want them, and as a file when somebody needs to keep working with them.',
    },
    {
      heading: 'Gross is a permission',
      text: 'Cost and gross are shown to those who hold the permission for financial reports. Everybody else sees units and hours.',
    },
  ],
  people: [
    { who: 'Executives', what: 'The three stores side by side' },
    { who: 'General managers', what: 'Their store by department, today' },
    { who: 'Managers', what: 'Their people, sorted by what needs attention' },
    { who: 'Employees', what: 'Their own month' },
  ],
};
