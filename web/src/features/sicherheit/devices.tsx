import {
  endDevice,
  endOtherDevices,
  getDevices,
} from '@samtrot/shared/access/security-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { whenText } from '@samtrot/shared/kernel/format.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Laptop, LogOut, Monitor, Smartphone } from 'lucide-react';
import { ApiError, call, useRead } from '../../lib/api/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import './lines.css';
import '../../ui/field.css';

type Device = Output<typeof getDevices>['devices'][number];

const iconOf = (device: string) => {
  if (/iPhone|iPad|Android/.test(device)) return Smartphone;
  return /Mac/.test(device) ? Monitor : Laptop;
};

/** «Deine Geräte»: every login, and how to end it (ACC-03, EXP-82). */
export function DevicesCard() {
  const client = useQueryClient();
  const { data, error } = useRead(getDevices, {}, { staleTime: 0 });
  const after = {
    onSuccess: ({ message }: { message: string }) => {
      toast.success(message);
      document.getElementById('h-geraete')?.focus({ preventScroll: true });
      return client.invalidateQueries({ queryKey: [getDevices.name] });
    },
    onError: (failure: Error) =>
      toast.error(failure instanceof ApiError ? failure.message : 'Das hat nicht geklappt.'),
  };
  const end = useMutation({
    mutationFn: (device_id: string) => call(endDevice, { device_id }),
    ...after,
  });
  const endOthers = useMutation({ mutationFn: () => call(endOtherDevices, {}), ...after });
  const busy = end.isPending || endOthers.isPending;
  const devices = (data?.devices ?? []).toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <Card aria-labelledby="h-geraete" id="geraete">
      <CardHead
        title={
          <span id="h-geraete" tabIndex={-1}>
            Deine Geräte
          </span>
        }
      >
        {data && <span className="sm muted num">{devices.length} angemeldet</span>}
      </CardHead>
      {error && <Alert tone="danger">{error.message}</Alert>}
      {!data && !error && <SkeletonLines lines={1} height="4rem" />}
      <ul className="entries">
        {devices.map((device) => (
          <Line
            key={device.id}
            device={device}
            busy={busy}
            ending={end.isPending && end.variables === device.id}
            onEnd={() => end.mutate(device.id)}
          />
        ))}
      </ul>
      {devices.length > 1 && (
        <div className="row wrap above-3">
          <Button
            variant="danger-quiet"
            icon={LogOut}
            disabled={busy}
            onClick={() => endOthers.mutate()}
          >
            Alle anderen abmelden
          </Button>
        </div>
      )}
      <p className="help above-3">
        Ohne Benutzung endet eine Anmeldung nach 30 Tagen, ohne «Angemeldet bleiben» nach 30
        Minuten.
      </p>
    </Card>
  );
}

interface LineProps {
  device: Device;
  busy: boolean;
  ending: boolean;
  onEnd: () => void;
}

function Line({ device, busy, ending, onEnd }: LineProps) {
  const Icon = iconOf(device.device);
  const now = new Date();
  const when = (at: string) => whenText(new Date(at), now);
  return (
    <li>
      <Icon className="i muted" aria-hidden />
      <span>
        <b className="strong">
          {device.device} {device.current && <Badge tone="brand">dieses Gerät</Badge>}
        </b>
        <small className="note num">
          {device.current ? 'jetzt' : `zuletzt ${when(device.last_seen_at)}`} · angemeldet{' '}
          {when(device.created_at)}
        </small>
      </span>
      {device.current ? (
        <span />
      ) : (
        <Button
          size="sm"
          busy={ending}
          busyLabel="Läuft …"
          disabled={busy}
          aria-label={`${device.device} abmelden`}
          onClick={onEnd}
        >
          Abmelden
        </Button>
      )}
    </li>
  );
}
