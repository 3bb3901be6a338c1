import type { Switch } from '@samtrot/shared/accounts/preferences.ts';
import { setPreference } from '@samtrot/shared/accounts/profile-contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { useMediaQuery } from '../page/media-query.ts';
import { stateQuery } from './session.ts';

/** What its owner has switched off, kept on the account (EXP-71). */
export function usePreferences() {
  const client = useQueryClient();
  const { data } = useQuery({ ...stateQuery, enabled: false });
  return {
    off: data?.switched_off ?? [],
    isOff: (name: Switch): boolean => data?.switched_off.includes(name) ?? false,
    /** Shows it at once; when it is refused, as it was. @throws what the call throws */
    set: async (name: Switch, on: boolean): Promise<void> => {
      const show = (switched_off: Switch[]) =>
        client.setQueryData(stateQuery.queryKey, (known) => known && { ...known, switched_off });
      const before = data?.switched_off ?? [];
      const others = before.filter((other) => other !== name);
      show(on ? others : [...others, name]);
      try {
        show((await call(setPreference, { name, on })).switched_off);
      } catch (error) {
        show(before);
        throw error;
      }
    },
  };
}

/**
 * Whether keys act as shortcuts: on a desktop, unless their owner has switched them off (EXP-75).
 */
export function useShortcutsOn(): boolean {
  const { isOff } = usePreferences();
  return useMediaQuery('(min-width: 900px)') && !isOff('shortcuts');
}
