import { getFactors } from '@samtrot/shared/access/factor-contract.ts';
import {
  getAccountLog,
  getDevices,
  getSecurity,
} from '@samtrot/shared/access/security-contract.ts';
import type { SecurityStep } from '@samtrot/shared/access/security-rules.ts';
import { getDataExport } from '@samtrot/shared/data-export/contract.ts';
import { useNavigate } from '@tanstack/react-router';
import { DeletionSection } from '../features/profil/deletion-section.tsx';
import { EmailUndoNote } from '../features/profil/email-undo-note.tsx';
import { AccountLogCard } from '../features/sicherheit/account-log.tsx';
import { DataExportCard } from '../features/sicherheit/data-export.tsx';
import { DevicesCard } from '../features/sicherheit/devices.tsx';
import { DiscretionCard } from '../features/sicherheit/discretion.tsx';
import { Factors } from '../features/sicherheit/factors.tsx';
import { JudgementCard } from '../features/sicherheit/judgement.tsx';
import { LoginMailSwitch } from '../features/sicherheit/login-mail.tsx';
import { PasswordLine } from '../features/sicherheit/password-line.tsx';
import { useRead } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { isUnseen } from '../lib/session/seen-login.ts';
import { useAccount } from '../lib/session/session.ts';
import { holdOfAccount } from '../listing/hold.ts';
import { Alert } from '../ui/alert.tsx';
import { Card, CardHead } from '../ui/card.tsx';
import { SettingsTabs } from '../ui/settings-tabs.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

/** Where each step is done: a section of this page, except for the address. */
const SECTIONS: Record<Exclude<SecurityStep, 'email'>, string> = {
  devices: 'geraete',
  passkey: 'passkeys',
  factor: 'code-app',
  codes: 'recovery-codes',
};

/** What the log shows at first. */
const FIRST_PAGE = { filter: 'all', page: 1 } as const;

/** /profil/sicherheit */
export function SicherheitPage() {
  useTitle('Sicherheit');
  const account = useAccount();
  const held = holdOfAccount(account) !== undefined;
  const navigate = useNavigate();
  const { data, error, isPending } = useRead(getSecurity, {}, { staleTime: 0 });
  // The cards read the same: all come together, so that none moves another.
  const others = [
    useRead(getFactors, {}, { staleTime: 0 }),
    useRead(getDevices, {}, { staleTime: 0 }),
    useRead(getAccountLog, FIRST_PAGE, { staleTime: 0 }),
    useRead(getDataExport, {}, { staleTime: 0 }),
  ];
  const waiting = isPending || others.some((other) => other.isPending);
  const go = (step: SecurityStep) => {
    if (step === 'email') return void navigate({ to: '/profil' });
    const section = document.getElementById(SECTIONS[step]);
    const control = section?.querySelector<HTMLElement>('button, [tabindex]');
    // Its name is that of the press before it: pressed once is enough, and leads back there.
    if (step === 'passkey') return control?.click();
    section?.scrollIntoView({ block: 'start' });
    control?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="page-head">
        <h1 className="h1">Profil und Einstellungen</h1>
      </div>
      {!held && <SettingsTabs />}
      {waiting && <SkeletonLines lines={3} height="14rem" />}
      <div className="cards" hidden={waiting}>
        <EmailUndoNote account={account} />
        {error && <Alert tone="danger">{error.message}</Alert>}
        {data && (
          <JudgementCard
            facts={{
              emailConfirmed: data.email_confirmed,
              newLogin: isUnseen(data.new_logins),
              passkeys: data.passkeys,
              factor: data.factor,
              recoveryCodesLeft: data.recovery_codes_left,
            }}
            onStep={go}
          />
        )}
        <div className="split align-start">
          <div className="cards">
            <Card aria-labelledby="h-anmelden">
              <CardHead title="Anmelden" id="h-anmelden" />
              <ul className="entries">
                <PasswordLine changedAt={data?.password_changed_at ?? null} />
                <Factors />
              </ul>
              {data && <LoginMailSwitch on={data.login_mail} required={data.login_mail_required} />}
            </Card>
            <DevicesCard />
          </div>
          <div className="cards">
            <AccountLogCard />
            <DataExportCard hasPasskey={(data?.passkeys ?? 0) > 0} />
            <DiscretionCard />
            {/* The profile, where it stands otherwise, is closed to it. */}
            {held && <DeletionSection account={account} onSession={() => {}} />}
          </div>
        </div>
      </div>
    </>
  );
}
