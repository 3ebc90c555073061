import type { Feature } from './feature.ts';

export const marketing: Feature = {
  slug: 'marketing',
  title: 'Marketing',
  summary: 'The right customers, asked politely, and an honest answer to what it brought.',
  lead: 'Three stores mailing the same house three times costs money and patience. Forecourt builds audiences from what it knows, checks consent before anything leaves, and follows a campaign through to the visit.',
  sections: [
    {
      heading: 'Segments from facts',
      text: 'Due for service, not seen for a year, lease or warranty ending soon, equity in the trade: built from vehicles, deals and repair orders, counted while you edit.',
    },
    {
      heading: 'Campaigns in one place',
      text: 'E-mail is sent from Forecourt; lists for text and direct mail are prepared for the vendor. Each campaign has a store, an owner, a budget and a schedule.',
    },
    {
      heading: 'Nothing leaves without consent',
      text: 'Before a send, every recipient is checked: consent, suppression list, quiet hours. A commercial mail without postal address or unsubscribe link does not go.',
    },
    {
      heading: 'From mail to showroom',
      text: 'Recipients, leads, appointments, repair orders and deals within the window you choose: what the campaign brought, not how often it was opened.',
    },
    {
      heading: 'Sources and what they cost',
      text: 'Monthly spend by lead source gives cost per lead and per sale, by store, next to each other.',
    },
    {
      heading: 'Co-op, claimed in time',
      text: 'Manufacturer co-op claims keep their proof, amount and deadline together.',
    },
  ],
  people: [
    { who: 'Marketing and BDC', what: 'Segments, campaigns and the calendar' },
    { who: 'Service managers', what: 'Reminders that fill the shop' },
    { who: 'General managers', what: 'Spend and what it brought' },
    { who: 'Salespeople', what: 'Which campaign their customer is in' },
  ],
};
