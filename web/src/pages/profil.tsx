import { useCallback, useState } from 'react';
import { DeletionSection } from '../features/profil/deletion-section.tsx';
import { DeviceMessagesSection } from '../features/profil/device-messages-section.tsx';
import { EmailUndoNote } from '../features/profil/email-undo-note.tsx';
import { NotificationsSection } from '../features/profil/notifications-section.tsx';
import { ProfileSection } from '../features/profil/profile-section.tsx';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { viewed } from '../lib/session/viewed.ts';
import { SessionEnded } from '../ui/session-ended.tsx';
import { SettingsTabs } from '../ui/settings-tabs.tsx';
import '../features/profil/profil.css';

/** /profil (PRO-01, PRO-03). */
export function ProfilPage() {
  useTitle('Profil');
  const account = useAccount();
  const [ended, setEnded] = useState(false);
  const onSession = useCallback((alive: boolean) => setEnded(!alive), []);
  return (
    <>
      <div className="page-head">
        <h1 className="h1">Profil und Einstellungen</h1>
      </div>
      <SettingsTabs />
      <div className="cards settings">
        {ended && <SessionEnded />}
        <EmailUndoNote account={account} />
        <ProfileSection account={account} onSession={onSession} />
        <NotificationsSection account={account} onSession={onSession} />
        {viewed === undefined && <DeviceMessagesSection onSession={onSession} />}
        <DeletionSection account={account} onSession={onSession} />
      </div>
    </>
  );
}
