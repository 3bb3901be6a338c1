/**
 * The nine families of disposable e-mail that the specification names (AUT-37). A name is one part
 * of the domain without its hyphens and must match as a whole, so that honest names which merely
 * contain `temp`, `trash` or `20min` stay welcome.
 */
const NAMES: readonly RegExp[] = [
  // temporary
  /^(my|your|the|get|free|fast|easy|quick|one|web|e?mail)?(temp|tmp|temporary|temporaer|temporaire|temporal)(e?mails?|mailer|mailo|mailplus|inbox|mailbox|e?mailaddress|e?mailadresse|eml)\d*$/,
  /^(my|get|free)?(e?mail|inbox)(temp|tmp|temporary|temporaer|temporaire|temporanea|temporal)\d*$/,
  /^(tempr|tempail|mytemp|tempomail|tempymail|tempthe|tempsky)\d*$/,
  // disposable
  /^(my|get)?(throwaway|throwam)(e?mails?|e?mailaddress|inbox|mailbox)?\d*$/,
  /^(my|get)?(wegwerf|einweg|einmal|fake|burner)(e?mails?|e?mailaddress|(e?mail)?adressen?|inbox|mailbox|mailgenerator)\d*$/,
  // 10 minutes and the like; 20 Minuten is a newspaper
  /^(my|the)?(\d{1,3}|ten|fifteen|twenty|thirty|sixty)?min(ute)?[sn]?(e?mails?|inbox|mailbox)\d*$/,
  /^10minut$/,
  // guerrilla
  /^guerr?ill?ae?mail(block|s)?$/,
  // yop
  /^(my)?yope?mail\d*$/,
  // trash
  /^(my|your|the)?trash(y|2)?(e?mail|inbox|mailer|mailbox|devil)s?\d*$/,
  /^(e?mail|inbox|spam)trash\d*$/,
  // disposable
  /^(my|the)?dispos(able|eable|table|ea)(e?mails?|e?mailaddress(es)?|address(es)?|inbox|mailbox|mail)?\d*$/,
  // mailinator, spamgourmet
  /mailinator|spamgourmet/,
];

/** Further domains of the same services, whose names say nothing. */
const DOMAINS = new Set(
  `
  temp.email mytemp.email tempr.email tempmail.plus mail-temp.com emailtemporanea.net discard.email discardmail.com discardmail.de
  dropmail.me emlhub.com emltmp.com moakt.com moakt.cc mohmal.com getnada.com nada.email emailondeck.com maildrop.cc mailcatch.com
  mailnesia.com mintemail.com tempinbox.xyz armyspy.com cuvox.de dayrep.com einrot.com fleckens.hu gustr.com jourrapide.com rhyta.com
  superrito.com teleworm.us
  throwam.com mailexpire.com incognitomail.org
  sharklasers.com grr.la guerrillamail.info guerrillamailblock.com pokemail.net spam4.me
  cool.fr.nf jetable.fr.nf courriel.fr.nf moncourrier.fr.nf monemail.fr.nf monmail.fr.nf hide.biz.st mymail.infos.st nospam.ze.tc
  nomail.xl.cx mega.zik.dj speed.1s.fr jetable.org
  kurzepost.de objectmail.com proxymail.eu rcpt.at trash2009.com thrma.com damnthespam.com byom.de spambog.com spambog.de muellmail.com
  reallymymail.com sogetthis.com suremail.info thisisnotmyrealemail.com binkmail.com bobmail.info chammy.info devnullmail.com
  letthemeatspam.com mailin8r.com safetymail.info spamherelots.com tradermail.info zippymail.info
  antichef.com antichef.net neverbox.com neverbox.net recursor.net xoxy.net
`
    .trim()
    .split(/\s+/),
);

/**
 * Whether the domain, or one it belongs to, is disposable e-mail. Alias services that people keep
 * are not among them.
 */
export function isDisposable(domain: string): boolean {
  const parts = domain.toLowerCase().split('.');
  const names = parts.slice(0, -1).map((part) => part.replaceAll('-', ''));
  return (
    names.some((name) => NAMES.some((family) => family.test(name))) ||
    parts.some((_, from) => DOMAINS.has(parts.slice(from).join('.')))
  );
}
