export { CustomerField } from './CustomerField.tsx';
export { useCustomerById } from './useCustomerById.ts';
