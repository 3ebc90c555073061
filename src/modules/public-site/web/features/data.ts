import type { Feature } from './feature.ts';

export const data: Feature = {
  slug: 'data-management',
  title: 'Data Management',
  summary: 'One database the group controls: who sees what, what changed, and where it is kept.',
  lead: 'Ford, Hyundai and Chevrolet in one place, without everybody seeing everything. Each person’s access is granted page by page, feature by feature and store by store, and what they do is on record.',
  sections: [
    {
      heading: 'Access for each person',
      text: 'Pages, features and stores are granted one by one. What somebody may not see does not appear: not in a menu, not in a search, not in an export.',
    },
    {
      heading: 'Everything on record',
      text: 'Sign-ins, changes of permissions, exports and looks into restricted files go to an activity log with time and author.',
    },
    {
      heading: 'Import with a dry run',
      text: 'Bring customers, vehicles and documents from files. Forecourt shows the mapping and the consequences first, and takes an import back if it was the wrong one.',
    },
    {
      heading: 'Connect what you already run',
      text: 'Signed webhooks, Slack-style messages, mail, calendar feeds and lead intake in the common industry format, each with a test button and a delivery log.',
    },
    {
      heading: 'Your storage, your database',
      text: 'Files live on your own disk, in Google Cloud Storage or in any S3-compatible store. Records live in PostgreSQL, embedded or your own.',
    },
    {
      heading: 'Watched from inside',
      text: 'Administrators see the state of storage, cache, database, certificates and sessions as it is now, and can test each of them from the same page.',
    },
  ],
  people: [
    { who: 'Administrators', what: 'Accounts, permissions, storage and connectors' },
    { who: 'Executives', what: 'Who has access to what, and since when' },
    { who: 'Back office', what: 'Imports, exports and retention' },
    { who: 'Auditors', what: 'The activity log, read-only' },
  ],
};
