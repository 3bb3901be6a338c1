import { content, type Inserat, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { asHtml } from '@samtrot/shared/inserate/html.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';

/** What an ad of the list says, as a form has it: of the description its beginning (EXP-07). */
export const listedForm = (ad: Inserat): InseratContent => ({
  ...pick(content, ad),
  beschreibung: asHtml(ad.beschreibung),
});
