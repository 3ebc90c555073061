export { PinForm } from './profile/PinForm.tsx';
