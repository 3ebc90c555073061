import type { Feature } from './feature.ts';

export const hr: Feature = {
  slug: 'hr',
  alias: 'hr-payroll',
  title: 'HR and Payroll',
  summary: 'People, hours and papers, from the first day to the last.',
  lead: 'A dealership’s people sell, wrench, drive and sign. Forecourt keeps their files, their licenses and their hours together, and shows each person their own.',
  sections: [
    {
      heading: 'Directory and org chart',
      text: 'Who works in which store and department, who leads whom, and how to reach them: the same directory the team chat uses.',
    },
    {
      heading: 'One file, two doors',
      text: 'Job, store, manager and history are one part of the employee file. Addresses, emergency contacts and other private facts stand behind a permission of their own.',
    },
    {
      heading: 'First day, last day',
      text: 'Onboarding and offboarding run as checklists by role: forms, equipment, keys, plates, system access. Leaving closes the account at the set time and lists what is still out.',
    },
    {
      heading: 'Licenses before they lapse',
      text: 'Salesperson and driver licenses, technician certificates and trainings remind their owner and manager well ahead of the date.',
    },
    {
      heading: 'A time clock that keeps the truth',
      text: 'Punches are kept to the minute. A correction never overwrites: original, change, reason and approval stay side by side until the period is signed off.',
    },
    {
      heading: 'Ready for payroll',
      text: 'Hours, breaks and overtime by work week, exceptions first, exported for your payroll provider once employee and manager have signed.',
    },
  ],
  people: [
    { who: 'Employees', what: 'Own hours, leave, papers and policies' },
    { who: 'Managers', what: 'Their team, approvals and exceptions' },
    { who: 'HR', what: 'Files, checklists and expiries for their stores' },
    { who: 'Executives', what: 'Headcount and overtime, without private facts' },
  ],
};
