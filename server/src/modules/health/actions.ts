import * as contract from '@samtrot/shared/health/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { type HealthDeps, health } from './service.ts';

export const healthActions = (deps: HealthDeps): Handler[] =>
  implement(contract, { getHouseHealth: { own: ({ now }) => health(deps, now) } });
