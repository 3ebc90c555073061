export { employeeHref } from './state/labels.ts';
