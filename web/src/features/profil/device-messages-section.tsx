import { sessionTimes } from '@samtrot/shared/access/session-rules.ts';
import { getDeviceMessages, setDeviceMessages } from '@samtrot/shared/device-messages/contract.ts';
import {
  MESSAGE_KINDS,
  MESSAGE_LABELS,
  MESSAGE_TEXTS,
  type MessageKind,
} from '@samtrot/shared/device-messages/rules.ts';
import { MINUTE_MS } from '@samtrot/shared/kernel/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api/api.ts';
import type { DeviceState } from '../../lib/page/this-device.ts';
import { Failed } from '../../listing/placed.tsx';
import { Alert } from '../../ui/alert.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import { SettingsCard } from './settings-card.tsx';

const FAILED = 'Die Mitteilungen konnten nicht gespeichert werden.';
const NOT_ALLOWED = 'Ohne deine Erlaubnis kann der Browser keine Mitteilungen zeigen.';
const REST = `${sessionTimes(false).restMs / MINUTE_MS} Minuten`;

/** Why this device cannot be told anything, and what helps. */
const HINDRANCES: Partial<Record<DeviceState, string>> = {
  unsupported:
    'Dieser Browser kann keine Mitteilungen zeigen. Auf iPhone und iPad geht es, sobald die Seite auf dem Home-Bildschirm liegt und du sie von dort öffnest.',
  blocked:
    'Dein Browser blockiert Mitteilungen dieser Seite. Erlaube sie in seinen Einstellungen unter «Benachrichtigungen» und lade die Seite neu.',
};

async function loadDevice() {
  const { deviceState, subscribe, unsubscribe } = await import('../../lib/page/this-device.ts');
  return { deviceState, subscribe, unsubscribe };
}

async function look(signal: AbortSignal) {
  const [said, device] = await Promise.all([call(getDeviceMessages, {}, signal), loadDevice()]);
  const state = await device.deviceState(said.server_key);
  // Without a subscription in this browser nothing arrives, whatever the server has of it.
  return { ...said, device, state, kinds: state === 'on' ? said.kinds : [] };
}

/** «Mitteilungen»: what the lock screen of this device is told (EXP-115). */
export function DeviceMessagesSection({ onSession }: { onSession: (alive: boolean) => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [getDeviceMessages.name, 'device'],
    queryFn: ({ signal }) => look(signal),
    staleTime: 0,
  });
  const [turning, setTurning] = useState<{ kind: MessageKind; on: boolean }>();
  const hindrance = data && HINDRANCES[data.state];

  const turn = async (kind: MessageKind, on: boolean) => {
    if (!data || turning) return;
    const kinds = MESSAGE_KINDS.filter((one) => (one === kind ? on : data.kinds.includes(one)));
    setTurning({ kind, on });
    try {
      const subscription =
        kinds.length > 0 ? await data.device.subscribe(data.server_key) : undefined;
      if (subscription === null) toast.error(NOT_ALLOWED);
      else {
        const { message } = await call(setDeviceMessages, {
          kinds,
          ...(subscription && { subscription }),
        });
        if (!subscription) await data.device.unsubscribe();
        onSession(true);
        toast.success(message);
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_LOGGED_IN') onSession(false);
      else toast.error(FAILED);
    } finally {
      await refetch();
      setTurning(undefined);
    }
  };

  return (
    <SettingsCard
      id="h-mitteilungen"
      title="Mitteilungen"
      lead="Auf dem Sperrbildschirm dieses Geräts, ohne Titel, Namen, Bild oder Zahl."
    >
      {!data && !isError && <SkeletonLines lines={3} height="3.5rem" />}
      {!data && isError && (
        <Failed
          text="Die Mitteilungen konnten nicht geladen werden."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {hindrance && <Alert tone={data.state === 'blocked' ? 'warning' : 'info'}>{hindrance}</Alert>}
      {data && !hindrance && (
        <div>
          {MESSAGE_KINDS.map((kind) => (
            <SettingRow
              key={kind}
              label={MESSAGE_LABELS[kind]}
              help={`Zeigt «${MESSAGE_TEXTS[kind]}»`}
              checked={turning?.kind === kind ? turning.on : data.kinds.includes(kind)}
              aria-busy={turning?.kind === kind}
              onChange={(event) => void turn(kind, event.target.checked)}
            />
          ))}
          <p className="help">
            {data.remembered
              ? 'Gilt auf diesem Gerät, bis du dich abmeldest.'
              : `Du bist ohne «Angemeldet bleiben» angemeldet: ${REST} nach deiner letzten Benutzung enden die Mitteilungen auf diesem Gerät.`}
          </p>
        </div>
      )}
    </SettingsCard>
  );
}
