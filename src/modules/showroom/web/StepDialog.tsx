import { call } from '../../../platform/web/api/call.ts';
import { CheckInById, TestDriveDialog } from '../../vehicles/web/public.ts';
import { startTestDrive, type TestDrive, type Visit } from '../contract.ts';
import { AppointmentDialog } from './AppointmentDialog.tsx';
import { CustomerDialog } from './CustomerDialog.tsx';
import { useVisitChange } from './useVisitChange.ts';
import { WriteUpDialog } from './WriteUpDialog.tsx';

/** The steps that ask for more; a test drive is checked in. */
export type Step = 'customer' | 'test_drive' | 'write_up' | 'appointment' | TestDrive;

interface Props {
  visit: Visit;
  step: Step;
  onClose: () => void;
  /** The deal is open. */
  onWritten: (visit: Visit) => void;
}

/** Asks for what a step of a visit needs. */
export default function StepDialog({ visit, step, onClose, onWritten }: Props) {
  if (typeof step === 'object') return <CheckInById {...step} onClose={onClose} />;
  switch (step) {
    case 'customer':
      return <CustomerDialog visit={visit} onClose={onClose} />;
    case 'test_drive':
      return <Drive visit={visit} onClose={onClose} />;
    case 'write_up':
      return <WriteUpDialog visit={visit} onClose={onClose} onWritten={onWritten} />;
    case 'appointment':
      return <AppointmentDialog visit={visit} onClose={onClose} />;
  }
}

function Drive({ visit, onClose }: Pick<Props, 'visit' | 'onClose'>) {
  // The form shows what was refused.
  const { mutateAsync } = useVisitChange(
    (body: Parameters<Parameters<typeof TestDriveDialog>[0]['save']>[0]) =>
      call(startTestDrive, {
        params: { visitId: visit.id },
        body: { ...body, version: visit.version },
      }),
    { onFailure: () => true },
  );
  return (
    <TestDriveDialog
      store={visit.store}
      customer={visit.guest}
      save={mutateAsync}
      onClose={onClose}
    />
  );
}
