import type { Feature } from './feature.ts';

export const customers: Feature = {
  slug: 'customer-management',
  title: 'Customer Management',
  summary: 'One record for each household, whichever store it buys from or services at.',
  lead: 'A family that buys at one store and services at another is one customer, not three. Everyone who works with them sees the same history, and each store keeps its own owner of the relationship.',
  sections: [
    {
      heading: 'One search box',
      text: 'Search by name, phone digits, email address, vehicle, plate, last six of a VIN, or stock, deal or repair order number.',
    },
    {
      heading: 'A timeline, not sticky notes',
      text: 'Calls, texts, emails, visits, repair orders, deals and documents appear in order, each with its author and time.',
    },
    {
      heading: 'Fast lead response',
      text: 'Every lead has a source, an owner and a response clock that runs during business hours. New leads rotate among the employees on duty.',
    },
    {
      heading: 'The garage',
      text: 'The vehicles a customer drives, with VIN, plate and mileage, what they bought from you, and what they no longer own.',
    },
    {
      heading: 'Consent by channel',
      text: 'Record whether you may call, text or email, with the source, wording and date. Do-not-contact stops every send, at every store.',
    },
    {
      heading: 'Clean records',
      text: 'Likely duplicates are found by phone, email, or name and ZIP code, and merges are tracked. Imports preview every change before they make it.',
    },
  ],
  people: [
    { who: 'Sales and BDC', what: 'Their own customers, today’s tasks and appointments' },
    { who: 'Service advisors', what: 'Who is at the counter and what they drive' },
    { who: 'Sales managers', what: 'Unworked leads and the showroom log' },
    { who: 'Back office', what: 'Duplicates, imports and corrections' },
  ],
};
