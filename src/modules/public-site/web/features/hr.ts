import type { Feature } from './feature.ts';

export const hr: Feature = {
  slug: 'hr',
  alias: 'hr-payroll',
  title: 'HR and Payroll',
  summary: 'Employees, hours and documents, from the first day to the last.',
  lead: 'Forecourt keeps personnel files, licenses and hours together, and shows each employee their own.',
  sections: [
    {
      heading: 'Directory and org chart',
      text: 'Who works in which store and department, who reports to whom, and how to reach them: the same directory the team chat uses.',
    },
    {
      heading: 'Private data stays private',
      text: 'Colleagues see who works where and how to reach them. Pay, identity, medical and discipline records require a grant of their own, which administrators do not have by themselves, and every view is logged.',
    },
    {
      heading: 'Onboarding and offboarding',
      text: 'Onboarding and offboarding run as checklists by role: forms, equipment, keys, plates, system access. Offboarding closes the account at the set time and lists what has not been returned.',
    },
    {
      heading: 'License reminders',
      text: 'Employees and managers are reminded before salesperson and driver licenses, technician certificates and trainings expire.',
    },
    {
      heading: 'An accurate time clock',
      text: 'Punches are kept to the minute. A correction never overwrites: original, change, reason and approval are kept together until the period is signed off.',
    },
    {
      heading: 'Ready for payroll',
      text: 'Hours, breaks and overtime by work week, exceptions first, exported for your payroll provider once employee and manager have signed.',
    },
  ],
  people: [
    { who: 'Employees', what: 'Own hours, leave, documents and policies' },
    { who: 'Managers', what: 'Their team, approvals and exceptions' },
    { who: 'HR', what: 'Files, checklists and expirations for their stores' },
    { who: 'Executives', what: 'Headcount and overtime, without private data' },
  ],
};
