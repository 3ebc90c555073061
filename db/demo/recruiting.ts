import type { Recommendation, Source, Stage } from '../../src/modules/recruiting/contract.ts';
import type { Department, Store } from '../../src/platform/contract/access.ts';

interface DemoApplicant {
  firstName: string;
  lastName: string;
  phone: string;
  source: Source;
  referredBy?: string;
  appliedDaysAgo: number;
  note: string;
  stage: Stage;
  stageDaysAgo: number;
  reason?: string;
  interview?: {
    interviewer: string;
    /** Negative: it took place. */
    inDays: number;
    place: string;
    recommendation?: Recommendation;
    feedback?: string;
  };
}

interface DemoPosition {
  jobTitle: string;
  store: Store;
  department: Department;
  manager: string;
  openings: number;
  openedDaysAgo: number;
  startInDays: number;
  note: string;
  applicants: DemoApplicant[];
}

/** Positions that Larkfield Auto Group fills, with who applied. */
export const demoPositions: DemoPosition[] = [
  {
    jobTitle: 'Sales consultant',
    store: 'ford',
    department: 'sales',
    manager: 'manager',
    openings: 2,
    openedDaysAgo: 24,
    startInDays: 18,
    note: 'Saturdays included. A license can be obtained after the hire.',
    applicants: [
      {
        firstName: 'Bianca',
        lastName: 'Ferraro',
        phone: '+13165550171',
        source: 'job_board',
        appliedDaysAgo: 19,
        note: 'Six years in furniture sales. Speaks Spanish.',
        stage: 'interview',
        stageDaysAgo: 4,
        interview: { interviewer: 'manager', inDays: 2, place: 'Conference room' },
      },
      {
        firstName: 'Owen',
        lastName: 'Tillery',
        phone: '+13165550172',
        source: 'referral',
        referredBy: 'employee',
        appliedDaysAgo: 16,
        note: '',
        stage: 'offer',
        stageDaysAgo: 1,
        interview: {
          interviewer: 'gm',
          inDays: -5,
          place: 'Showroom',
          recommendation: 'hire',
          feedback: 'Asked good questions about the demo. Wants to learn finance later.',
        },
      },
      {
        firstName: 'Marcus',
        lastName: 'Adeyemi',
        phone: '+13165550173',
        source: 'website',
        appliedDaysAgo: 3,
        note: 'Available from the first of the month.',
        stage: 'applied',
        stageDaysAgo: 3,
      },
      {
        firstName: 'Heidi',
        lastName: 'Lindgren',
        phone: '+13165550174',
        source: 'walk_in',
        appliedDaysAgo: 21,
        note: '',
        stage: 'rejected',
        stageDaysAgo: 12,
        reason: 'Not available on weekends',
      },
    ],
  },
  {
    jobTitle: 'Service technician',
    store: 'hyundai',
    department: 'service',
    manager: 'grace.oyelaran',
    openings: 1,
    openedDaysAgo: 41,
    startInDays: 30,
    note: 'ASE brakes and electrical preferred.',
    applicants: [
      {
        firstName: 'Pavel',
        lastName: 'Horak',
        phone: '+13165550175',
        source: 'agency',
        appliedDaysAgo: 9,
        note: 'Four ASE certifications.',
        stage: 'screening',
        stageDaysAgo: 6,
      },
      {
        firstName: 'Latoya',
        lastName: 'Simms',
        phone: '+13165550176',
        source: 'job_board',
        appliedDaysAgo: 2,
        note: '',
        stage: 'applied',
        stageDaysAgo: 2,
      },
    ],
  },
];
