/**
 * Words that reveal the trade. No subject contains one: others see a mailbox or a locked screen.
 */
export const SECTOR =
  /inserat|banner|club|salon|studio|escort|erot|sex|girl|dame|massage|begleit|kanton|story|top.?ad|18\s*\+|samtrot/i;
