export { employeeFileChanged } from '../contract/events.ts';
export { EmployeeAvatar } from './parts/EmployeeAvatar.tsx';
export { EmployeePicker } from './parts/EmployeePicker.tsx';
export { employeeHref, storeOptionsOf } from './state/labels.ts';
