export { CheckInById, TestDriveDialog } from './out/TestDrive.tsx';
