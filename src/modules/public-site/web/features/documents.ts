import type { Feature } from './feature.ts';

export const documents: Feature = {
  slug: 'document-management',
  title: 'Document Management',
  summary:
    'Deal jackets, repair orders, invoices and personnel files, filed by the numbers you already use.',
  lead: 'Paperwork follows a vehicle from the auction to the title office. Forecourt files it under the numbers a dealership already uses, shows what is missing, and keeps it exactly as long as required.',
  sections: [
    {
      heading: 'Cabinets for every department',
      text: 'Deals by deal and stock number, service by repair order number, parts by invoice, payables by check number, people by employee.',
    },
    {
      heading: 'Deal jackets with checklists',
      text: 'Each deal has its checklist: required, received, or waived, by whom and why. The board shows which deals are incomplete and for how long.',
    },
    {
      heading: 'Originals are never changed',
      text: 'Uploaded files are never changed. A newer scan becomes a new version, and every view and download is logged.',
    },
    {
      heading: 'Full-text search',
      text: 'Search covers the text inside documents as well as their numbers, and finds only what you may open.',
    },
    {
      heading: 'Encrypted storage',
      text: 'Sales documents, service records and HR files are encrypted before they are stored, on your own disk or in a cloud bucket.',
    },
    {
      heading: 'Retention and destruction',
      text: 'Sales documents are kept for seven years, service records for five and HR files for ten, counted from the event rather than the upload. Legal holds pause destruction, which requires approval and is recorded.',
    },
  ],
  people: [
    { who: 'F&I and back office', what: 'Deal jackets, funding and title documents' },
    { who: 'Service cashiers', what: 'Closed and signed repair orders' },
    { who: 'Parts', what: 'Invoices and packing slips' },
    { who: 'HR', what: 'Personnel files with their own permission' },
  ],
};
