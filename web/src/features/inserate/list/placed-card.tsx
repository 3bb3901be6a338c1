import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { useDiscreet } from '../../../lib/page/discreet.ts';
import type { Account } from '../../../lib/session/session.ts';
import { previewAd, previewSentence } from '../preview/preview-ad.ts';
import { PreviewDocument } from '../preview/preview-document.tsx';
import { listedForm } from './listed-form.ts';

/** The card of a placed ad as a list shows it, veiled as every picture of the portal. */
export function PlacedCard({ account, ad }: { account: Account; ad: Inserat }) {
  const veiled = useDiscreet();
  const shown = previewAd(
    {
      form: listedForm(ad),
      media: { images: ad.imageSources, uploads: [], videos: ad.videoSources },
    },
    {
      lists: account,
      accepts: 'explizit',
      look: ad.color_enabled ? 'colour' : 'plain',
      origin: location.origin,
      now: new Date(account.loaded_at),
    },
  );
  return (
    <>
      <PreviewDocument ad={shown} view="card" neighbours={0} veiled={veiled} alone />
      <p className="sr">{previewSentence(shown)}</p>
    </>
  );
}
