import { Refused } from '@vitrine/client'
import type { RecommendationPicks, RecommendationProgress, RecommendationSettings } from '@vitrine/contract'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { BesideProduct, type Explained } from './beside.tsx'
import { Picks } from './picks.tsx'
import { Placements } from './placements.tsx'

interface Loaded {
  readonly settings: RecommendationSettings
  readonly progress: RecommendationProgress
  readonly picks: RecommendationPicks
  readonly explained: Explained | undefined
}

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const productId = new URL(url).searchParams.get('product')
  const { recommendationManagement } = client
  const explain = (id: string) =>
    recommendationManagement.explainProduct({ productId: id }, { signal }).catch((error: unknown) => {
      // An address that names no product shows the page without one.
      if (error instanceof Refused) return undefined
      throw error
    })
  const [{ settings, progress }, { picks }, explained] = await Promise.all([
    recommendationManagement.getRecommendationSettings({}, { signal }),
    recommendationManagement.getShopPicks({}, { signal }),
    productId === null ? undefined : explain(productId),
  ])
  return { settings, progress, picks, explained }
}

/** What buyers are recommended: by which algorithms, where, and what the shop has to say to it. */
export function Recommendations() {
  const { settings, progress, picks, explained } = useLoaderData<Loaded>()
  const mayWrite = useMay()('products.write')
  const { act, busy } = useAct()
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Recommendations' }])
  return (
    <>
      <PageHead
        title="Recommendations"
        facts={<span>{`Learned from ${many(progress.orders, 'order')} and ${many(progress.visits, 'visit')}`}</span>}
      />
      <BesideProduct explained={explained} mayWrite={mayWrite} />
      <Placements settings={settings} mayWrite={mayWrite} />
      <section className="sec" aria-labelledby="everywhere">
        <h2 id="everywhere">In the whole shop</h2>
        <p className="soft small">Pinned products lead best sellers and new arrivals. Excluded ones are recommended nowhere.</p>
        <Picks
          picks={picks}
          mayWrite={mayWrite}
          busy={busy}
          onChange={({ pinned, excluded }) =>
            void act(async () => {
              await client.recommendationManagement.setShopPicks({ pinned: [...pinned], excluded: [...excluded], revision: picks.revision })
              return 'Saved.'
            })
          }
        />
      </section>
    </>
  )
}
