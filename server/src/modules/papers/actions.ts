import * as contract from '@samtrot/shared/papers/contract.ts';
import { implement } from '../../platform/action.ts';
import { listPapers } from './service.ts';

export const paperActions = implement(contract, { getPapers: listPapers });
