import type { Feature } from './feature.ts';

export const fleet: Feature = {
  slug: 'fleet',
  alias: 'fleet-operations',
  title: 'Fleet Operations',
  summary:
    'Every vehicle from acquisition to delivery: where it is, what it is waiting for, what it costs per day.',
  lead: 'A vehicle earns nothing while no one knows where it is. Forecourt tracks each vehicle through recon, the lot, loaners and test drives, starting the day it was acquired.',
  sections: [
    {
      heading: 'Add by VIN',
      text: 'Scan or type the VIN: the check digit is verified, year and make are filled in, and a vehicle the group already owns is flagged as a dealer transfer.',
    },
    {
      heading: 'Accurate days in stock',
      text: 'Aging runs from acquisition, not from the first photo. Vehicles crossing 30, 45, 60 and 90 days stand out before they become a write-down.',
    },
    {
      heading: 'The recon board',
      text: 'Intake, inspection, approval, mechanical, body, detail, photos, frontline: who has the vehicle, since when, and estimated against actual cost.',
    },
    {
      heading: 'Loaners, demos and test drives',
      text: 'Check vehicles out to a person with return date, mileage, fuel and photos. Overdue vehicles come first.',
    },
    {
      heading: 'Plates and keys',
      text: 'One log for each dealer plate and key tag, so you always know who had it.',
    },
    {
      heading: 'The lot walk',
      text: 'Scan the row with a phone; the result lists what was seen, what was missed, and what should not be there.',
    },
  ],
  people: [
    { who: 'Used-car managers', what: 'Aging, pricing and the recon board' },
    { who: 'Sales', what: 'What is in stock, and where it is' },
    { who: 'Service and recon', what: 'The work queue and the next approval' },
    { who: 'General managers', what: 'Inventory investment by store' },
  ],
};
