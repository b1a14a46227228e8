import type { Look } from '@vitrine/contract'
import { ExternalLink, History, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button } from '../parts/button.tsx'
import { copied } from '../parts/copied.ts'
import { useSay } from '../parts/toasts.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { shopChanged } from '../shop.ts'
import { Colors } from './colors.tsx'
import { changesOf, type Draft, draftOf, newKey, sentOf, wrongOf } from './draft.ts'
import { Heroes } from './heroes.tsx'
import { LivePreview } from './live-preview.tsx'
import { refusals } from './refusals.ts'
import { Sections } from './sections.tsx'
import { Type } from './type.tsx'
import { VersionsDialog } from './versions-dialog.tsx'
import { Wordmark } from './wordmark.tsx'

interface Loaded {
  readonly look: Look
  /** A product to look at, if there is one. */
  readonly product: string | undefined
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ look }, { products }] = await Promise.all([
    client.look.getLook({}, { signal }),
    client.search.searchProducts({ limit: 1 }, { signal }),
  ])
  return { look, product: products[0]?.slug }
}

/** So long has nobody changed anything before the shop beside is loaded anew. */
const quietMs = 500

/** How the shop looks, beside the shop itself. */
export function Storefront() {
  usePlace([{ name: 'Storefront' }])
  const { look, product } = useLoaderData<Loaded>()
  return <Editor key={look.revision} of={look} product={product} />
}

function Editor({ of, product }: { of: Look; product: string | undefined }) {
  const mayWrite = useMay()('settings.write')
  const say = useSay()
  const { act, busy } = useAct(refusals)
  const [saved] = useState(() => draftOf(of))
  const [draft, setDraft] = useState(saved)
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [looking, setLooking] = useState(false)
  const [previewId] = useState(() => crypto.randomUUID())
  const changes = changesOf(saved, draft)
  const fault = wrongOf(draft)
  const isChanged = changes.length > 0
  const preview = useAnswer({
    ask:
      isChanged && fault === undefined && mayWrite
        ? (signal) => client.look.previewLook({ look: sentOf(draft), id: previewId }, { signal })
        : undefined,
    of: draft,
    ms: quietMs,
  })
  const tried = isChanged ? preview : undefined
  const contrast = tried?.contrast ?? []
  const wrong = fault ?? (contrast.length > 0 ? 'A colour is too faint to be read.' : undefined)
  const disabled = !mayWrite || busy
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const save = () =>
    act(async () => {
      await client.look.updateLook({ look: { ...sentOf(draft), revision: of.revision } })
      shopChanged()
      return 'The look is live. Shoppers see it with their next page.'
    })
  const share = async (url: string) => say({ text: (await copied(url)) ? 'The link is copied. It shows this look for seven days.' : url })

  return (
    <>
      <PageHead title="Storefront" facts={<span>{isChanged ? 'not published' : 'as shoppers see it'}</span>}>
        {tried && (
          <Button icon={Link2} onClick={() => void share(tried.url)}>
            Share the preview
          </Button>
        )}
        <Button icon={History} onClick={() => setLooking(true)}>
          Versions
        </Button>
        <Button icon={ExternalLink} onClick={() => window.open('/', '_blank', 'noopener')}>
          View the shop
        </Button>
      </PageHead>
      <div className="cols lookc">
        <div className="lk">
          <Wordmark
            of={draft.wordmark}
            notice={draft.notice}
            disabled={disabled}
            onChange={(wordmark) => set({ wordmark })}
            onNotice={(notice) => set({ notice })}
          />
          <Colors
            of={draft.colors}
            theme={theme}
            contrast={contrast}
            derived={tried?.look.colors.dark ?? of.colors.dark}
            disabled={disabled}
            onTheme={setTheme}
            onChange={(colors) => set({ colors })}
          />
          <Type of={draft} disabled={disabled} onChange={set} />
          <Heroes
            of={draft.heroes}
            disabled={disabled}
            onChange={(heroes) => {
              const keys = new Set(heroes.map(({ key }) => key))
              set({ heroes, sections: draft.sections.filter(({ hero }) => hero === undefined || keys.has(hero)) })
            }}
            onAdd={(hero) =>
              set({
                heroes: [...draft.heroes, hero],
                sections: [{ key: newKey(), kind: 'hero', hero: hero.key, visible: true, pictures: [] }, ...draft.sections],
              })
            }
          />
          <Sections of={draft.sections} heroes={draft.heroes} disabled={disabled} onChange={(sections) => set({ sections })} />
        </div>
        <LivePreview query={tried ? new URL(tried.url).search : ''} theme={theme} product={product} faint={contrast.length} />
      </div>
      <Unsaved of={changes} busy={busy} wrong={wrong} onSave={save} onDiscard={() => setDraft(saved)} />
      {looking && <VersionsDialog mayWrite={mayWrite} onClose={() => setLooking(false)} />}
    </>
  )
}
