export { EmployeeAvatar } from './parts/EmployeeAvatar.tsx';
export { EmployeePicker } from './parts/EmployeePicker.tsx';
export { employeeHref } from './state/labels.ts';
