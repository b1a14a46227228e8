import type { Page, PageSummary } from '@vitrine/contract'
import { FilePlus2, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { PageEditor } from './editor.tsx'
import { NewPage } from './new-page.tsx'
import { Templates } from './templates.tsx'
import { isLegal } from './text.ts'
import type { PageLoaded } from './versions.tsx'

interface Loaded extends PageLoaded {
  readonly pages: readonly PageSummary[]
  readonly open: Page | undefined
}

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const { pages, fields } = await client.sitePages.listPages({}, { signal })
  const id = params['id'] ?? pages[0]?.id
  if (params['id'] !== undefined && pages.every((page) => page.id !== id)) throw new Response('There is no such page.', { status: 404 })
  if (id === undefined) return { pages, fields, open: undefined, versions: [] }
  const [{ page: open }, { versions }] = await Promise.all([
    client.sitePages.getPage({ id }, { signal }),
    client.sitePages.listVersions({ id }, { signal }),
  ])
  return { pages, fields, open, versions }
}

function counted(pages: readonly PageSummary[]): string {
  const drafts = pages.filter(({ publishedVersion }) => publishedVersion === undefined).length
  if (pages.length === 0) return 'none yet'
  return drafts === 0 ? String(pages.length) : `${pages.length}, ${many(drafts, 'draft')}`
}

/** The pages of the shop, and one of them to be written. */
export function Pages() {
  const { pages, open, fields, versions } = useLoaderData<Loaded>()
  usePlace([{ name: 'Pages' }])
  const mayWrite = useMay()('settings.write')
  const [asked] = useSearchParams()
  /** The first steps lead here to start from templates. */
  const [making, setMaking] = useState<'page' | 'templates' | undefined>(
    mayWrite && asked.get('start') === 'templates' ? 'templates' : undefined,
  )
  useKeys(mayWrite ? { n: { says: 'New page', run: () => setMaking('page') } } : {}, 'Pages')
  return (
    <>
      <PageHead
        title="Pages"
        facts={<span>{counted(pages)}</span>}
        {...(mayWrite && {
          main: (
            <Button kind="primary" icon={Plus} keys={['N']} onClick={() => setMaking('page')}>
              Page
            </Button>
          ),
        })}
      >
        {mayWrite && pages.length > 0 && (
          <Button icon={FilePlus2} onClick={() => setMaking('templates')}>
            From templates
          </Button>
        )}
      </PageHead>
      {open ? (
        <div className="cols split pgs">
          <div className="picklist">
            <ul>
              {pages.map(({ id, title, slug, kind, publishedVersion, changed }) => (
                <li key={id} {...(id === open.id && { 'data-on': '' })}>
                  <Link to={`/pages/${id}`} aria-current={id === open.id ? 'true' : undefined}>
                    <span className="two grow">
                      <b>{title}</b>
                      <span className="mono">/{slug}</span>
                    </span>
                    {isLegal(kind) && <span className="tag">law</span>}
                    {publishedVersion === undefined ? (
                      <Status glyph="d-half" tone="wait">
                        Draft
                      </Status>
                    ) : (
                      changed && (
                        <Status glyph="d-half" tone="wait">
                          Changed
                        </Status>
                      )
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <PageEditor key={open.id} of={open} fields={fields} versions={versions} />
        </div>
      ) : (
        <div className="empty">
          <h2>No pages yet</h2>
          <p>Imprint, privacy, terms, withdrawal: what the law asks for, and whatever else you want to say. Start from templates.</p>
          {mayWrite && (
            <div className="acts">
              <Button icon={FilePlus2} onClick={() => setMaking('templates')}>
                Start from templates
              </Button>
              <Button icon={Plus} onClick={() => setMaking('page')}>
                Empty page
              </Button>
            </div>
          )}
        </div>
      )}
      {making === 'page' && <NewPage taken={pages} onClose={() => setMaking(undefined)} />}
      {making === 'templates' && <Templates taken={pages} onClose={() => setMaking(undefined)} />}
    </>
  )
}
