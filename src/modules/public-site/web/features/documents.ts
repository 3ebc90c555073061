import type { Feature } from './feature.ts';

export const documents: Feature = {
  slug: 'document-management',
  title: 'Document Management',
  summary: 'Deal jackets, repair orders, invoices and personnel files, filed by the keys you type.',
  lead: 'Paper follows a car from the auction to the title office. Forecourt files it under the numbers a dealership already uses, says what is missing, and keeps it exactly as long as it has to.',
  sections: [
    {
      heading: 'Cabinets that match the paper',
      text: 'Deals by deal and stock number, service by repair-order number, parts by invoice, payables by check number, people by employee.',
    },
    {
      heading: 'Jackets that know what is missing',
      text: 'Each deal has its checklist: required, received, or waived, by whom and why. The board shows which deals are incomplete and for how long.',
    },
    {
      heading: 'The original stays the original',
      text: 'What was uploaded is never changed. A newer scan becomes a new version beside it, and every view and download is written down.',
    },
    {
      heading: 'Found by what it says',
      text: 'Search covers the text inside documents as well as their keys, and finds only what the person asking may open.',
    },
    {
      heading: 'Encrypted where it counts',
      text: 'Sales documents, service records and HR files are encrypted before they reach the storage, whether that is your own disk or a cloud bucket.',
    },
    {
      heading: 'Kept, then destroyed',
      text: 'Sales documents seven years, service records five, HR files ten, counted from the event rather than the upload. Legal holds stop the clock; destruction is approved and leaves a register.',
    },
  ],
  people: [
    { who: 'F&I and back office', what: 'Deal jackets, funding and title papers' },
    { who: 'Service cashiers', what: 'Closed repair orders, signed' },
    { who: 'Parts', what: 'Invoices and packing slips' },
    { who: 'HR', what: 'Personnel files behind their own permission' },
  ],
};
