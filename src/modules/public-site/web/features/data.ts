import type { Feature } from './feature.ts';

export const data: Feature = {
  slug: 'data-management',
  title: 'Data Management',
  summary: 'One database the group controls: who sees what, what changed, and where it is stored.',
  lead: 'Ford, Hyundai and Chevrolet in one place, without everyone seeing everything. Each person’s access is granted by page, feature and store, and what they do is logged.',
  sections: [
    {
      heading: 'Access for each person',
      text: 'Pages, features and stores are granted one by one. What you don’t have access to doesn’t appear: not in a menu, not in a search, not in an export.',
    },
    {
      heading: 'Complete activity log',
      text: 'Sign-ins, permission changes, exports and views of restricted files are logged with time and author.',
    },
    {
      heading: 'Import with a preview',
      text: 'Import customers, vehicles and documents from files. Forecourt shows the mapping and the results first, and lets you undo an import.',
    },
    {
      heading: 'Connect your existing tools',
      text: 'Signed webhooks, Slack-compatible messages, email, calendar feeds and lead intake in the industry-standard format, each with a test button and a delivery log.',
    },
    {
      heading: 'Your storage, your database',
      text: 'Store files on your own disk, in Google Cloud Storage or in any S3-compatible service. Records are in PostgreSQL, embedded or your own.',
    },
    {
      heading: 'Built-in monitoring',
      text: 'Administrators see the live status of storage, cache, database, certificates and sessions, and can test each of them from the same page.',
    },
  ],
  people: [
    { who: 'Administrators', what: 'Accounts, permissions, storage and connectors' },
    { who: 'Executives', what: 'Who has access to what, and since when' },
    { who: 'Back office', what: 'Imports, exports and retention' },
    { who: 'Auditors', what: 'The activity log, read-only' },
  ],
};
