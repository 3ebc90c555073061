import type { Department, Store } from '../../src/platform/contract/access.ts';
import { addDays } from '../../src/platform/contract/wallTime.ts';
import { demoPeople } from './people.ts';
import { stream } from './random.ts';

type PayBasis = 'hourly' | 'salary' | 'commission' | 'flat_rate';

export interface DemoJob {
  effectiveOn: string;
  jobTitle: string;
  store: Store | null;
  department: Department;
  /** A username. */
  manager: string | null;
  reason: string;
}

export interface DemoEquipment {
  kind: 'key' | 'plate' | 'uniform' | 'device' | 'other';
  name: string;
  serial: string;
  note: string;
  issuedOn: string;
  returnedOn: string | null;
}

export interface DemoEmployee {
  key: string;
  preferredName: string | null;
  hiredOn: string;
  leftOn: string | null;
  reviewOn: string | null;
  workPhone: string | null;
  payBasis: PayBasis;
  /** Oldest first; the last one may be planned. */
  jobs: DemoJob[];
  privatePhone: string;
  address: { line1: string; line2: string; city: string; state: string; zip: string };
  emergency: { name: string; relation: string; phone: string };
  equipment: DemoEquipment[];
}

type Post = readonly [title: string, manager: string | null, basis: PayBasis];

/** Who does what, for whom: the president, the leaders of the stores and the office, their departments. */
const posts: Record<string, Post> = {
  executive: ['President', null, 'salary'],
  admin: ['IT Director', 'executive', 'salary'],
  'denise.abernathy': ['HR Director', 'executive', 'salary'],
  'samir.haddad': ['Controller', 'executive', 'salary'],
  'chloe.baptiste': ['Accounting Manager', 'samir.haddad', 'salary'],
  'tomasz.zielinski': ['IT Support Specialist', 'admin', 'hourly'],
  'kayla.moss': ['BDC Representative', 'executive', 'hourly'],

  gm: ['General Manager', 'executive', 'salary'],
  manager: ['Sales Manager', 'gm', 'salary'],
  employee: ['Sales Consultant', 'manager', 'commission'],
  'tyler.boone': ['Sales Consultant', 'manager', 'commission'],
  'priya.raman': ['Sales Consultant', 'manager', 'commission'],
  'gregory.stahl': ['Finance Manager', 'gm', 'commission'],
  'walt.jankowski': ['Service Manager', 'gm', 'salary'],
  'maria.lopez': ['Service Advisor', 'walt.jankowski', 'commission'],
  'deshawn.pruitt': ['Service Technician', 'walt.jankowski', 'flat_rate'],
  'mateo.rivas': ['Lube Technician', 'walt.jankowski', 'hourly'],
  'lorraine.fitch': ['Parts Manager', 'gm', 'salary'],
  'joan.whitaker': ['Title Clerk', 'chloe.baptiste', 'hourly'],

  'grace.oyelaran': ['General Manager', 'executive', 'salary'],
  'kevin.matsuda': ['Sales Manager', 'grace.oyelaran', 'salary'],
  'hannah.schultz': ['Sales Consultant', 'kevin.matsuda', 'commission'],
  'omar.benali': ['Sales Consultant', 'kevin.matsuda', 'commission'],
  'derek.sloan': ['Sales Consultant', 'kevin.matsuda', 'commission'],
  'linda.tran': ['Finance Manager', 'grace.oyelaran', 'commission'],
  'curtis.yoder': ['Service Manager', 'grace.oyelaran', 'salary'],
  'aisha.coleman': ['Service Advisor', 'curtis.yoder', 'commission'],
  'viktor.dragan': ['Master Technician', 'curtis.yoder', 'flat_rate'],
  'luis.quintero': ['Service Technician', 'curtis.yoder', 'flat_rate'],
  'ben.hollis': ['Parts Counterperson', 'curtis.yoder', 'hourly'],
  'ruth.amsel': ['Title Clerk', 'chloe.baptiste', 'hourly'],

  'dale.hutchins': ['General Manager', 'executive', 'salary'],
  'simone.archer': ['Sales Manager', 'dale.hutchins', 'salary'],
  'jake.lindstrom': ['Sales Consultant', 'simone.archer', 'commission'],
  'fatima.haidari': ['Sales Consultant', 'simone.archer', 'commission'],
  'peter.okonkwo': ['Finance Manager', 'dale.hutchins', 'commission'],
  'renee.dubois': ['Service Manager', 'dale.hutchins', 'salary'],
  'trevor.mills': ['Service Advisor', 'renee.dubois', 'commission'],
  'hiro.tanabe': ['Service Technician', 'renee.dubois', 'flat_rate'],
  'andre.toussaint': ['Service Technician', 'renee.dubois', 'flat_rate'],
  'gloria.sandoval': ['Parts Manager', 'dale.hutchins', 'salary'],
};

/** Days before today; everyone else was hired within the fifteen years before. */
const hiredDaysAgo: Record<string, number> = {
  executive: 15 * 365 + 120,
  gm: 14 * 365,
  'walt.jankowski': 15 * 365 + 20,
  'mateo.rivas': 38,
  'omar.benali': 74,
  'jake.lindstrom': 12,
  'denise.abernathy': 9 * 365 + 51,
};

/** Earlier jobs: days after the hire date, title, and what came of it next. */
const careers: Record<string, (readonly [after: number, title: string, reason: string])[]> = {
  gm: [
    [0, 'Sales Consultant', 'Hired'],
    [820, 'Sales Manager', 'Promotion'],
    [2_600, 'General Manager', 'Promotion'],
  ],
  'walt.jankowski': [
    [0, 'Service Technician', 'Hired'],
    [1_100, 'Service Advisor', 'Moved to the service drive'],
    [2_950, 'Service Manager', 'Promotion'],
  ],
  manager: [
    [0, 'Sales Consultant', 'Hired'],
    [940, 'Sales Manager', 'Promotion'],
  ],
  'denise.abernathy': [
    [0, 'HR Generalist', 'Hired'],
    [1_500, 'HR Director', 'Promotion'],
  ],
  'viktor.dragan': [
    [0, 'Service Technician', 'Hired'],
    [640, 'Master Technician', 'ASE Master certification'],
  ],
};

const preferred: Record<string, string> = {
  'gregory.stahl': 'Greg',
  'tomasz.zielinski': 'Tom',
  'deshawn.pruitt': 'Shawn',
};

const planned = { key: 'maria.lopez', inDays: 18, title: 'Assistant Service Manager' };
const left = { key: 'derek.sloan', daysAgo: 21 };
const leaving = { key: 'ben.hollis', inDays: 16 };

const streets = ['Maple', 'Harrison', 'Prairie', 'Cottonwood', 'Douglas', 'Meadow', 'Ridge'];
const relatives = ['Spouse', 'Parent', 'Sibling', 'Partner'];
const relativeNames = ['Alex', 'Jordan', 'Sam', 'Robin', 'Casey', 'Morgan', 'Jamie', 'Taylor'];

/** The file of each employee of the demo group as of a day; a registration that waits and the bot have none. */
export function demoEmployees(today: string): DemoEmployee[] {
  return demoPeople()
    .filter(({ pending, protection }) => !pending && protection !== 'system_bot')
    .map((person) => {
      const { key, lastName, storeAccess, department } = person;
      const random = stream('employees', key);
      const post = posts[key];
      if (!post) throw new Error(`The demo employee ${key} has no job`);
      const [title, manager, payBasis] = post;
      const hiredOn = addDays(today, -(hiredDaysAgo[key] ?? random.int(1_100, 5_000)));
      const [only] = storeAccess;
      // Those of two stores have the first as their home.
      const store = only === 'all' || only === undefined ? null : only;
      const job = { jobTitle: title, store, department, manager };
      const career = careers[key] ?? [[0, title, 'Hired'] as const];
      const jobs = career.map(([after, jobTitle, reason]) => ({
        ...job,
        jobTitle,
        effectiveOn: addDays(hiredOn, after),
        reason,
      }));
      if (key === planned.key) {
        jobs.push({
          ...job,
          jobTitle: planned.title,
          effectiveOn: addDays(today, planned.inDays),
          reason: 'Promotion',
        });
      }
      const hasOwnLine = payBasis === 'salary' || payBasis === 'commission';
      const line = () => String(random.int(100, 199)).padStart(4, '0');
      return {
        key,
        preferredName: preferred[key] ?? null,
        hiredOn,
        leftOn:
          key === left.key
            ? addDays(today, -left.daysAgo)
            : key === leaving.key
              ? addDays(today, leaving.inDays)
              : null,
        reviewOn: key === left.key ? null : addDays(today, random.int(-9, 330)),
        workPhone: hasOwnLine ? `+1316555${line()};ext=${random.int(101, 399)}` : null,
        payBasis,
        jobs,
        privatePhone: `+1316555${line()}`,
        address: {
          line1: `${random.int(100, 4_900)} ${random.pick(streets)} St`,
          line2: '',
          city: 'Wichita',
          state: 'KS',
          zip: random.pick(['67202', '67203', '67206', '67212']),
        },
        emergency: {
          name: `${random.pick(relativeNames)} ${lastName}`,
          relation: random.pick(relatives),
          phone: `+1316555${line()}`,
        },
        equipment: equipmentOf(key, department, payBasis, hiredOn, today),
      };
    });
}

function equipmentOf(
  key: string,
  department: Department,
  payBasis: PayBasis,
  hiredOn: string,
  today: string,
): DemoEquipment[] {
  const random = stream('equipment', key);
  const since = addDays(hiredOn, random.int(0, 3));
  const issuedOn = since > today ? today : since;
  const item = (kind: DemoEquipment['kind'], name: string, serial: string, note = '') => ({
    kind,
    name,
    serial,
    note,
    issuedOn,
    returnedOn: null,
  });
  const items: DemoEquipment[] = [item('key', 'Building key', `K-${random.int(100, 499)}`)];
  if (department === 'service' && payBasis !== 'salary') {
    items.push(item('uniform', 'Shop uniforms, 5 sets', random.pick(['M', 'L', 'XL'])));
  }
  if (department === 'service' && payBasis === 'flat_rate') {
    items.push(item('key', 'Tool room key', `T-${random.int(10, 49)}`));
  }
  if (payBasis === 'salary') {
    items.push(item('device', 'Laptop', `5CG${random.int(1_000_000, 9_999_999)}`, 'New'));
  }
  if (department === 'sales') {
    items.push(item('device', 'Tablet', `DMQ${random.int(100_000, 999_999)}`));
    if (payBasis === 'salary')
      items.push(item('plate', 'Dealer plate', `D${random.int(1_000, 4_999)}`));
  }
  // The key was returned on the last day, the tablet was not.
  if (key === left.key) {
    return items.map((one) =>
      one.kind === 'key' ? { ...one, returnedOn: addDays(today, -left.daysAgo) } : one,
    );
  }
  return items;
}
