import type { Feature } from './feature.ts';

export const customers: Feature = {
  slug: 'customer-management',
  title: 'Customer Management',
  summary: 'One record for each household, whichever store it buys from or drives in to.',
  lead: 'A family that buys at one store and services at another is one customer, not three. Everybody who talks to them sees the same history, and each store keeps its own owner of the relationship.',
  sections: [
    {
      heading: 'One search box',
      text: 'A name, a few phone digits, an e-mail address, the last six of a VIN, a stock, deal or repair-order number: type what you have in your hand.',
    },
    {
      heading: 'A timeline, not sticky notes',
      text: 'Calls, texts, mails, visits, repair orders, deals and documents stand in the order they happened, each with its author and time.',
    },
    {
      heading: 'Leads that do not wait',
      text: 'Every lead has a source, an owner and a response clock that runs in opening hours. New ones go round the people who are taking leads today.',
    },
    {
      heading: 'The garage',
      text: 'What the customer drives, with VIN, plate and mileage, what they bought from us, and what they no longer own.',
    },
    {
      heading: 'Consent for each channel',
      text: 'May we call, text or mail? The answer is kept with its source, wording and date. Do-not-contact stops every send, at every store.',
    },
    {
      heading: 'Clean records',
      text: 'Likely duplicates are found by phone, e-mail, or name and ZIP code, and merged with a trace. Imports show what they would do before they do it.',
    },
  ],
  people: [
    { who: 'Sales and BDC', what: 'Their own customers, today’s tasks and appointments' },
    { who: 'Service advisors', what: 'Who stands at the counter and what they drive' },
    { who: 'Sales managers', what: 'Unworked leads and the showroom log' },
    { who: 'Back office', what: 'Duplicates, imports and corrections' },
  ],
};
