import * as contract from '@samtrot/shared/documents/contract.ts';
import { implement } from '../../platform/action.ts';
import { listDocuments } from './service.ts';

export const documentActions = implement(contract, { getDocuments: listDocuments });
