import type { Department, Role, Store } from '../../src/platform/contract/access.ts';
import type { DemoPerson } from './people.ts';

type Crew = Store[] | ['all'];
type Exceptions = Partial<Omit<DemoPerson, 'key' | 'emrn' | 'firstName' | 'lastName'>> & {
  /** Pages this one person does not have, whatever role and department would give. */
  without?: string[];
};
export type Entry = readonly [string, string, Role, Department, Crew, Exceptions?];

const central: Entry[] = [
  [
    'Avery',
    'Lindqvist',
    'admin',
    'it',
    ['all'],
    { username: 'admin', protection: 'protected', lastSignInHoursAgo: 3 },
  ],
  [
    'Patricia',
    'Halvorsen',
    'executive',
    'back_office',
    ['all'],
    { username: 'executive', status: 'in-meeting' },
  ],
  // Sees people's files, not customers': the pages of HR stop before the CRM.
  ['Denise', 'Abernathy', 'manager', 'hr', ['all']],
  ['Samir', 'Haddad', 'manager', 'back_office', ['all'], { without: ['marketing'] }],
  ['Chloe', 'Baptiste', 'manager', 'back_office', ['all'], { status: 'away' }],
  ['Tomasz', 'Zielinski', 'employee', 'it', ['all']],
];

const ford: Entry[] = [
  ['Raymond', 'Castillo', 'general_manager', 'back_office', ['ford'], { username: 'gm' }],
  ['Natalie', 'Brandt', 'manager', 'sales', ['ford'], { username: 'manager' }],
  ['Caleb', 'Nguyen', 'employee', 'sales', ['ford'], { username: 'employee' }],
  ['Tyler', 'Boone', 'employee', 'sales', ['ford']],
  // Sells at two stores.
  ['Priya', 'Raman', 'employee', 'sales', ['ford', 'hyundai']],
  ['Gregory', 'Stahl', 'manager', 'finance', ['ford'], { status: 'unavailable' }],
  ['Walt', 'Jankowski', 'manager', 'service', ['ford']],
  ['Maria', 'Lopez', 'employee', 'service', ['ford']],
  ['Deshawn', 'Pruitt', 'employee', 'service', ['ford'], { without: ['customer_management'] }],
  ['Lorraine', 'Fitch', 'manager', 'parts', ['ford']],
  ['Mateo', 'Rivas', 'employee', 'service', ['ford'], { without: ['customer_management'] }],
  // Titles for two stores until Chevrolet has a clerk of its own.
  [
    'Joan',
    'Whitaker',
    'employee',
    'back_office',
    ['ford', 'chevrolet'],
    { without: ['marketing'] },
  ],
];

const hyundai: Entry[] = [
  ['Grace', 'Oyelaran', 'general_manager', 'back_office', ['hyundai']],
  ['Kevin', 'Matsuda', 'manager', 'sales', ['hyundai'], { status: 'in-meeting' }],
  ['Hannah', 'Schultz', 'employee', 'sales', ['hyundai']],
  ['Omar', 'Benali', 'employee', 'sales', ['hyundai']],
  [
    'Derek',
    'Sloan',
    'employee',
    'sales',
    ['hyundai'],
    { isActive: false, lastSignInHoursAgo: 530 },
  ],
  ['Linda', 'Tran', 'manager', 'finance', ['hyundai']],
  ['Curtis', 'Yoder', 'manager', 'service', ['hyundai']],
  ['Aisha', 'Coleman', 'employee', 'service', ['hyundai']],
  ['Viktor', 'Dragan', 'employee', 'service', ['hyundai'], { without: ['customer_management'] }],
  ['Ben', 'Hollis', 'employee', 'parts', ['hyundai'], { status: 'away' }],
  ['Luis', 'Quintero', 'employee', 'service', ['hyundai'], { without: ['customer_management'] }],
  [
    'Ruth',
    'Amsel',
    'employee',
    'back_office',
    ['hyundai'],
    { without: ['marketing'], status: 'on-vacation', lastSignInHoursAgo: 118 },
  ],
];

const chevrolet: Entry[] = [
  ['Dale', 'Hutchins', 'general_manager', 'back_office', ['chevrolet']],
  // Runs the desk without seeing cost and gross.
  [
    'Simone',
    'Archer',
    'manager',
    'sales',
    ['chevrolet'],
    { featurePermissions: ['view_data', 'create_records', 'utilities'] },
  ],
  // Documents switched off for one person.
  ['Jake', 'Lindstrom', 'employee', 'sales', ['chevrolet'], { without: ['document_management'] }],
  ['Fatima', 'Haidari', 'employee', 'sales', ['chevrolet']],
  // Answers the leads of all three stores.
  ['Kayla', 'Moss', 'employee', 'sales', ['all'], { status: 'unavailable' }],
  ['Peter', 'Okonkwo', 'manager', 'finance', ['chevrolet']],
  ['Renee', 'Dubois', 'manager', 'service', ['chevrolet']],
  ['Trevor', 'Mills', 'employee', 'service', ['chevrolet']],
  [
    'Hiro',
    'Tanabe',
    'employee',
    'service',
    ['chevrolet'],
    { without: ['customer_management'], status: 'invisible' },
  ],
  ['Gloria', 'Sandoval', 'manager', 'parts', ['chevrolet']],
  [
    'Andre',
    'Toussaint',
    'employee',
    'service',
    ['chevrolet'],
    { without: ['customer_management'] },
  ],
  // Registered and waits for an administrator: no store, no permission yet.
  [
    'Isabel',
    'Ferreira',
    'employee',
    'sales',
    [],
    { pending: true, pagePermissions: [], featurePermissions: [], lastSignInHoursAgo: 20 },
  ],
];

const bot: Entry = [
  'Forecourt',
  'Bot',
  'employee',
  'it',
  ['all'],
  {
    username: 'system_bot',
    protection: 'system_bot',
    pagePermissions: [],
    featurePermissions: [],
    lastSignInHoursAgo: null,
  },
];

/** In the order of their employee numbers. */
export const roster: Entry[] = [...central, ...ford, ...hyundai, ...chevrolet, bot];
