import type { Feature } from './feature.ts';

export const marketing: Feature = {
  slug: 'marketing',
  title: 'Marketing',
  summary: 'The right customers, contacted with consent, and real results.',
  lead: 'Three stores mailing the same household three times costs money and goodwill. Forecourt builds audiences from its data, checks consent before anything is sent, and tracks a campaign through to the visit.',
  sections: [
    {
      heading: 'Segments from your data',
      text: 'Due for service, not seen for a year, lease or warranty ending soon, equity in the trade-in: built from vehicles, deals and repair orders, with a live count.',
    },
    {
      heading: 'Campaigns in one place',
      text: 'Email is sent from Forecourt; lists for text and direct mail are prepared for the vendor. Each campaign has a store, an owner, a budget and a schedule.',
    },
    {
      heading: 'Nothing is sent without consent',
      text: 'Before a send, every recipient is checked: consent, suppression list, quiet hours. A commercial email without a postal address or unsubscribe link is not sent.',
    },
    {
      heading: 'From email to showroom',
      text: 'Recipients, leads, appointments, repair orders and deals within the window you choose: the business a campaign generated, not just opens.',
    },
    {
      heading: 'Sources and their cost',
      text: 'Monthly spend by lead source gives cost per lead and per sale, by store, next to each other.',
    },
    {
      heading: 'Co-op claims on time',
      text: 'Manufacturer co-op claims keep their proof, amount and deadline together.',
    },
  ],
  people: [
    { who: 'Marketing and BDC', what: 'Segments, campaigns and the calendar' },
    { who: 'Service managers', what: 'Reminders that fill the service schedule' },
    { who: 'General managers', what: 'Spend and results' },
    { who: 'Salespeople', what: 'Which campaign their customer is in' },
  ],
};
