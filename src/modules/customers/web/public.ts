export { CustomerChoice } from './parts/CustomerField.tsx';
export { Section } from './parts/Section.tsx';
export {
  useChoices as useCustomerChoices,
  useCustomerById,
  useGarage,
} from './state/useCustomers.ts';
