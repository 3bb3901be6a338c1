/** The families of throw-away mail domains that the specification names (AUT-37), with the spellings they use. */
export const DISPOSABLE_FAMILIES: readonly RegExp[] = [
  /(^|[.-])(e?-?mail)?temp(orary)?-?(e?-?mail|inbox|mailbox|address)/,
  /(^|\.)tmp-?e?mail/,
  /(^|\.)(e?mail-?temp|tempr|tempail|tempinbox|mytemp|temporaer|wegwerf)/,
  /throw-?away|throwam|fake-?inbox|fakemail|burner-?mail|dropmail|moakt|mohmal|getnada|emailondeck|discard\.email|sharklasers|grr\.la|spam4\.me|pokemail/,
  /(^|\.)(10|ten|20|30|15|60)-?min(ute)?s?-?(e?mail)?|minutemail|minuteinbox/,
  /guerrilla-?mail|guerillamail/,
  /(^|\.)yop-?mail|(^|\.)yopmail\.|cool\.fr\.nf|jetable/,
  /trash-?(2?)-?(e?mail|inbox|box)|(^|\.)(my)?trashmail|mailtrash|byom\.de/,
  /disposable|(^|\.)dispostable|einwegmail|einrot/,
  /mailinator|(^|\.)(reallymymail|sogetthis|suremail\.info|thisisnotmyrealemail|binkmail|bobmail|chammy|devnullmail|letthemeatspam)\./,
  /spam-?gourmet|(^|\.)(antichef|neverbox|recursor|xoxy)\.(com|net)$/,
];
