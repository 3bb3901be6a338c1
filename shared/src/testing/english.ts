/**
 * Frequent words of English interfaces that are no German ones; names of the product such as Push
 * or Home are not among them.
 */
const ENGLISH = new Set(
  `about again already and are back because been before being both but by can cannot cancel changed changes choose
    click close closed could create created current delete deleted did does done download edit error
    every failed field first for found from get has have hello help here hidden hide how if invalid it its later learn
    leave less list load loading log logged logout made make maybe message missing month more must my never new next
    no not nothing of off on once one only open or order our out page password paid payment picture please price
    publish read ready refresh registration remove required response retry save saved saving search select send
    sending sent settings should show sign since some something sorry starts submit success successfully thank
    thanks that the their them then there these they this through to today together try type unknown until
    update updated uploading use used user username using wait we week welcome were what when where which while
    who why with without would wrong year yes yet you your`.split(/\s+/),
);

/** The English words of a German text, in their order; none when it is German. */
export const englishWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => ENGLISH.has(word.toLowerCase()));
