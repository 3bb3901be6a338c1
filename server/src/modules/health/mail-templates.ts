import { ALARMS, type AlarmKind } from '@samtrot/shared/health/alarm-rules.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { type MailTemplate, pageOf } from '../mail/service.ts';

/** Begins the causes of the mails that a server sends without a worker. */
export const ALARM_CAUSE = 'alarm:';

interface About {
  kind: AlarmKind;
  to: string;
  raisedAt: Date;
}

const base = ({ kind, to, raisedAt }: About, step: string) => ({
  cause: `${ALARM_CAUSE}${kind}:${raisedAt.getTime()}:${step}`,
  to,
  button: { label: 'Zustand öffnen', page: pageOf.health },
});
const since = (raisedAt: Date) => `Seit: ${formatDateTime(raisedAt)}`;

export const alarmMail = (about: About): MailTemplate => ({
  ...base(about, 'raise'),
  subject: 'Störung im Betrieb',
  paragraphs: [ALARMS[about.kind], since(about.raisedAt)],
});

export const alarmLastsMail = (about: About): MailTemplate => ({
  ...base(about, 'repeat'),
  subject: 'Störung im Betrieb dauert an',
  paragraphs: [ALARMS[about.kind], since(about.raisedAt)],
});

export const wellAgainMail = (about: About & { now: Date }): MailTemplate => ({
  ...base(about, 'end'),
  subject: 'Wieder gut',
  paragraphs: [
    `Das ist vorbei: ${ALARMS[about.kind]}`,
    since(about.raisedAt),
    `Bis: ${formatDateTime(about.now)}`,
  ],
});
