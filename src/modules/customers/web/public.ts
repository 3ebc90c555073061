export { CustomerChoice } from './parts/CustomerField.tsx';
export { useCustomerById, useGarage } from './state/useCustomers.ts';
