import {
  type Department,
  holdsPage,
  isJobOf,
  type JobGrants,
  permits,
} from '../../../platform/contract/access.ts';

export const readAccess = { page: 'document_management', feature: 'view_data' } as const;
export const writeAccess = { page: 'document_management', feature: 'create_records' } as const;

export const cabinets = [
  'deals',
  'service',
  'parts',
  'accounts_payable',
  'policies',
  'hr',
] as const;
export type Cabinet = (typeof cabinets)[number];

interface CabinetRules {
  name: string;
  /** Whose job it is to read and to file in it; null: everyone who is signed in, without the page, too. */
  readers: readonly Department[] | null;
  writers: readonly Department[];
}

export const cabinetRules: Record<Cabinet, CabinetRules> = {
  deals: {
    name: 'Deals',
    readers: ['sales', 'finance', 'back_office'],
    writers: ['sales', 'finance', 'back_office'],
  },
  service: {
    name: 'Service',
    readers: ['service', 'parts', 'back_office'],
    writers: ['service', 'parts', 'back_office'],
  },
  parts: {
    name: 'Parts',
    readers: ['parts', 'service', 'back_office'],
    writers: ['parts', 'back_office'],
  },
  accounts_payable: {
    name: 'Accounts payable',
    readers: ['back_office', 'finance'],
    writers: ['back_office'],
  },
  policies: { name: 'Policies', readers: null, writers: ['hr', 'back_office'] },
  hr: { name: 'HR', readers: ['hr'], writers: ['hr'] },
};

/**
 * Personnel files are for the HR department only. Neither a role nor every permission of an administrator opens
 * them.
 */
const isOfHr = (user: JobGrants) => user.department === 'hr' && holdsPage(user, 'hr');

/** The cabinets whose documents this person may read, at the stores they work at. */
export const readableCabinets = (user: JobGrants): Cabinet[] =>
  cabinets.filter((cabinet) => {
    const { readers } = cabinetRules[cabinet];
    if (readers === null) return permits('signedIn', user);
    if (!permits(readAccess, user)) return false;
    return cabinet === 'hr' ? isOfHr(user) : isJobOf(user, readers);
  });

/**
 * The cabinets whose changes this person is notified of: those of their department, with or without the documents page,
 * because a deal’s page shows everyone who works on it what its jacket lacks.
 */
export const followedCabinets = (user: JobGrants): Cabinet[] =>
  cabinets.filter((cabinet) => {
    const { readers } = cabinetRules[cabinet];
    if (readers === null || cabinet === 'hr') return readableCabinets(user).includes(cabinet);
    return permits('signedIn', user) && isJobOf(user, readers);
  });

/** The cabinets this person may file documents in. */
export const writableCabinets = (user: JobGrants): Cabinet[] =>
  readableCabinets(user).filter(
    (cabinet) =>
      permits(writeAccess, user) &&
      (cabinet === 'hr' || isJobOf(user, cabinetRules[cabinet].writers)),
  );
