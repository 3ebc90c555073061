import type { ComponentProps } from 'react';
import { readableCabinets } from '../modules/documents/contract/cabinets.ts';
import { hrReadAccess } from '../modules/employees/contract/fields.ts';
import PeoplePage from '../modules/employees/web/PeoplePage.tsx';
import { NextShifts } from '../modules/schedules/web/public.ts';
import { permits } from '../platform/contract/access.ts';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';
import { EmployeeDocuments } from './RecordDocuments.tsx';

type Props = Omit<ComponentProps<typeof PeoplePage>, 'onMessage' | 'extensions'>;

type Extensions = ComponentProps<typeof PeoplePage>['extensions'];

const Credentials = lazyPart(
  () => import('../modules/credentials/web/employee/EmployeeSection.tsx'),
  { place: 'panel', className: 'min-h-48' },
);

const TimeOff = lazyPart(() => import('../modules/time-off/web/EmployeeTimeOff.tsx'), {
  place: 'panel',
  className: 'min-h-48',
});

const OnboardingSection = lazyPart(
  () => import('../modules/onboarding/web/section/OnboardingSection.tsx'),
  { place: 'panel', className: 'min-h-24' },
);

/** What other modules show on an employee’s page. */
const extensions: Extensions = [
  {
    id: 'credentials',
    label: 'Credentials',
    isFor: () => true,
    Part: ({ employee: { id } }) => <Credentials userId={id} />,
  },
  {
    id: 'time-off',
    label: 'Time off',
    // For those who see the file: the person, their managers and HR.
    isFor: () => true,
    Part: TimeOff,
  },
  {
    id: 'schedule',
    label: 'Schedule',
    isFor: () => true,
    Part: ({ employee: { id } }) => <NextShifts employeeId={id} />,
  },
  {
    id: 'documents',
    label: 'Documents',
    // Personnel files are HR’s alone.
    isFor: (user) => readableCabinets(user).includes('hr'),
    Part: EmployeeDocuments,
  },
  {
    id: 'onboarding',
    label: 'Onboarding',
    isFor: (user, employee) =>
      employee.id !== user.id &&
      (permits(hrReadAccess, user) || employee.managers.some(({ id }) => id === user.id)),
    Part: ({ employee: { id } }) => <OnboardingSection employeeId={id} />,
  },
];

/** Opens the chat even before it is loaded. */
const openMessages = (senderId: number) =>
  window.dispatchEvent(new CustomEvent('chatNavigate', { detail: { senderId } }));

/** The people page, with direct messages and what other modules know of an employee. */
export default function People(props: Props) {
  return <PeoplePage {...props} onMessage={openMessages} extensions={extensions} />;
}
