import type { Feature } from './feature.ts';

export const reports: Feature = {
  slug: 'reports',
  alias: 'reports-analytics',
  title: 'Reports and Analytics',
  summary: 'Daily figures by store and department, each linked to the records behind it.',
  lead: 'People trust a figure they can open. Forecourt calculates from deals, repair orders and punches as they are entered, and shows the formula next to the number.',
  sections: [
    {
      heading: 'The morning overview',
      text: 'Sales, gross, service and hours: month to date, pace, last month, the same month last year, and the target side by side.',
    },
    {
      heading: 'Drill down to the record',
      text: 'Click a figure to see the deals or repair orders it counts. Every number has its records.',
    },
    {
      heading: 'Defined once',
      text: 'Hours per repair order, days’ supply, close rate: each shows its formula, so that three stores mean the same thing.',
    },
    {
      heading: 'Shareable filters',
      text: 'Dates, store, brand and department are part of the link. Share it, and the reader sees the same report within their own permissions.',
    },
    {
      heading: 'Scheduled delivery',
      text: 'Saved reports are emailed when you want them, or exported as a file.',
    },
    {
      heading: 'Gross requires permission',
      text: 'Cost and gross are shown to people with the financial reports permission. Everyone else sees units and hours.',
    },
  ],
  people: [
    { who: 'Executives', what: 'The three stores side by side' },
    { who: 'General managers', what: 'Their store by department, today' },
    { who: 'Managers', what: 'Their people, sorted by what needs attention' },
    { who: 'Employees', what: 'Their own month' },
  ],
};
