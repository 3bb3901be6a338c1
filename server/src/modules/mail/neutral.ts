/** Words that tell what the portal is about; no subject has one, because others see a mailbox and a locked screen. */
export const SECTOR =
  /inserat|banner|club|salon|studio|escort|erot|sex|girl|dame|massage|begleit|kanton|story|top.?ad|18\s*\+|samtrot/i;
