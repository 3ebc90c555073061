import type { Feature } from './feature.ts';

export const fleet: Feature = {
  slug: 'fleet',
  alias: 'fleet-operations',
  title: 'Fleet Operations',
  summary:
    'Every car from acquisition to delivery: where it is, what it waits for, what it costs a day.',
  lead: 'A car earns nothing while nobody knows where it stands. Forecourt follows each unit through reconditioning, the lot, loaners and test drives, with the clock started the day it was bought.',
  sections: [
    {
      heading: 'Added by its VIN',
      text: 'Scan or type it: the check digit is verified, year and make are filled in, and a unit the group already owns is pointed out as a dealer transfer.',
    },
    {
      heading: 'Days in stock, honestly',
      text: 'Aging runs from acquisition, not from the first photo. Units crossing 30, 45, 60 and 90 days stand out before they become a write-down.',
    },
    {
      heading: 'The recon board',
      text: 'Intake, inspection, approval, mechanical, body, detail, photos, front line: who has the car, since when, and what was estimated against what was spent.',
    },
    {
      heading: 'Loaners, demos and test drives',
      text: 'Checked out to a person with return date, mileage, fuel and photos. What is overdue comes first.',
    },
    {
      heading: 'Plates and keys',
      text: 'One log for each dealer plate and key tag, so the question who had it has one answer.',
    },
    {
      heading: 'The lot walk',
      text: 'Scan the row with a phone between the cars; at the end the list says what was seen, what was not, and what should not be there.',
    },
  ],
  people: [
    { who: 'Used-car managers', what: 'Aging, pricing and the recon board' },
    { who: 'Sales', what: 'What is there, and where it stands' },
    { who: 'Service and recon', what: 'The queue and the next approval' },
    { who: 'General managers', what: 'Money tied up, for each store' },
  ],
};
