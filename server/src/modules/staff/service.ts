export { movedAlone } from './approvals/approval-store.ts';
export {
  type ApprovalDeps,
  approvalsOf,
  approve,
  decline,
  findOpenApproval,
  type Operation,
  requestApproval,
  voidApproval,
  waitingApprovals,
  withdraw,
} from './approvals/approvals.ts';
export {
  createInvitation,
  enrolFactor,
  enrolPassword,
  invitation,
  setKnownFactor,
} from './login/enrolment.ts';
export { newStaffSecret, staffSecret } from './login/factor-store.ts';
export {
  confirm,
  type LoginDeps,
  login,
  logout,
  passkeyOptions,
  secondFactor,
} from './login/login.ts';
export { openedExport, setOpenedExport, setView } from './login/login-store.ts';
export { dutyPerson, dutyRota, enqueueDutyMail, setDuty } from './people/duty.ts';
export {
  addPerson,
  block,
  invite,
  makeOwner,
  resetFactor,
  setRole,
  team,
  unblock,
} from './people/people.ts';
export type { Waiting } from './ports.ts';
export {
  activeOwnersForUpdate,
  activePeople,
  actorForShare,
  chooseDigest,
  digestReaders,
  findByEmail,
  findPerson,
  listPeople as peopleOf,
  othersWith,
  staffEmail,
} from './store.ts';
export { type WaitingLine, waitingFor } from './waiting.ts';
