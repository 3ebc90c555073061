const names = {
  emrn: ['emrn', 'employeenumber'],
  firstName: ['firstname', 'givenname'],
  lastName: ['lastname', 'surname', 'familyname'],
  username: ['username', 'login'],
  email: ['email', 'emailaddress', 'mail'],
  role: ['role'],
  department: ['department'],
  storeAccess: ['storeaccess', 'stores', 'store'],
  pagePermissions: ['pagepermissions', 'pages'],
  featurePermissions: ['featurepermissions', 'features'],
  isActive: ['isactive', 'active'],
} as const;

export type Column = keyof typeof names;
export const requiredColumns: Column[] = ['firstName', 'lastName', 'username', 'email'];

/** The column of a heading: `First Name`, `first_name` and `firstName` are the same. */
export function columnOf(heading: string): Column | null {
  const plain = heading.toLowerCase().replace(/[^a-z]/g, '');
  const found = Object.entries(names).find(([, known]) => known.some((name) => name === plain));
  return (found?.[0] as Column) ?? null;
}

/** A row as a request body, not yet validated. Empty cells are left out. */
export function toCandidate(columns: (Column | null)[], cells: string[]): Record<string, unknown> {
  const cell = (name: Column) => cells[columns.indexOf(name)]?.trim() || undefined;
  return {
    emrn: cell('emrn')?.toUpperCase(),
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    username: cell('username'),
    email: cell('email'),
    role: word(cell('role') ?? 'employee'),
    department: word(cell('department')) ?? null,
    storeAccess: list(cell('storeAccess')),
    pagePermissions: list(cell('pagePermissions')),
    featurePermissions: list(cell('featurePermissions')),
    isActive: yesOrNo(cell('isActive') ?? 'yes'),
  };
}

/** `General Manager` is `general_manager`. */
const word = (text: string | undefined) => text?.toLowerCase().replace(/[\s-]+/g, '_');

const list = (text: string | undefined) =>
  (text ?? '')
    .split(/[|;,]/)
    .map((part) => word(part.trim()))
    .filter(Boolean);

function yesOrNo(text: string): unknown {
  if (/^(yes|y|true|1|active|enabled)$/i.test(text)) return true;
  if (/^(no|n|false|0|inactive|disabled)$/i.test(text)) return false;
  return text;
}
