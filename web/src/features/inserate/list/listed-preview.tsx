import { content, getInserat, type Inserat } from '@samtrot/shared/inserate/contract.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import type { Account } from '../../../lib/session/session.ts';
import { Failed } from '../../../listing/placed.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { PreviewOverPage } from '../preview/preview.tsx';

const NO_UPLOADS: readonly { preview: string }[] = [];

interface Props {
  account: Account;
  ad: Inserat;
  open: boolean;
  onClose: () => void;
}

/** The preview of an ad of the list, which has the beginning of its description alone (EXP-07). */
export function ListedPreview({ account, ad, open, onClose }: Props) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['preview', ad.ID, ad.version],
    queryFn: ({ signal }) => call(getInserat, { inserat_id: ad.ID }, signal),
    enabled: open,
  });
  const { imageSources: images, videoSources: videos } = ad;
  return (
    <PreviewOverPage
      account={account}
      form={pick(content, data?.inserat ?? ad)}
      media={{ images, videos, uploads: NO_UPLOADS }}
      open={open}
      onClose={onClose}
      instead={
        !data &&
        (isError ? (
          <Failed
            text="Das Inserat konnte nicht geladen werden."
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRegion>
            <Skeleton height="24rem" />
          </SkeletonRegion>
        ))
      }
    />
  );
}
