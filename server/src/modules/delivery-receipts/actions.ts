import * as contract from '@samtrot/shared/delivery-receipts/contract.ts';
import { implement } from '../../platform/action.ts';
import * as proof from './service.ts';

export const proofActions = implement(contract, { getDelivery: proof.read });
