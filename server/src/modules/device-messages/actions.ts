import * as contract from '@samtrot/shared/device-messages/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import { choose, type DeviceDeps, read } from './service.ts';

export const deviceMessageActions = (deps: DeviceDeps): Handler[] =>
  implement(contract, {
    getDeviceMessages: (ctx) => read(ctx, deps),
    setDeviceMessages: async (ctx, input) => {
      const kinds = await choose(ctx, deps, input);
      const message =
        kinds.length === 0
          ? 'Auf diesem Gerät bekommst du keine Mitteilungen.'
          : 'Gespeichert. Mitteilungen kommen auf dieses Gerät.';
      return { kinds, message };
    },
  });
