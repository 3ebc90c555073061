import type { CurrentUser } from '../../access/contract.ts';
import { me } from './fakeServer.web.ts';

export const user: CurrentUser = {
  id: me,
  emrn: 'EMRN000007',
  firstName: 'Mia',
  lastName: 'Me',
  shownName: 'Mia Me',
  username: 'me',
  email: 'me@example.com',
  role: 'employee',
  department: 'sales',
  isActive: true,
  status: 'online',
  statusMessage: null,
  statusUntil: null,
  protection: null,
  storeAccess: ['ford'],
  pagePermissions: [],
  featurePermissions: [],
  lastLogin: null,
  pending: false,
  emailConfirmed: true,
  version: 1,
  mustChangePassword: false,
};
