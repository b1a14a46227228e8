import type { MissingPath, UrlRedirect, UrlRedirectView } from '@vitrine/contract'
import { ClipboardPaste, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { Filter } from './filter.tsx'
import { MissingTable } from './missing-table.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectTable } from './redirect-table.tsx'
import { SearchEngines } from './search-engines.tsx'

type View = UrlRedirectView | 'MISSING'

interface Loaded {
  readonly view: View
  readonly search: string
  readonly offset: number
  readonly redirects: readonly UrlRedirect[]
  readonly paths: readonly MissingPath[]
  /** Of the view. */
  readonly total: number
  readonly missing: number
}

const perPage = 50
const views: readonly (readonly [View, string, string])[] = [
  ['ALL', 'All', ''],
  ['MISSING', 'Lead nowhere', 'missing'],
  ['IN_STEPS', 'In steps', 'steps'],
  ['NEVER_ASKED', 'Never asked', 'never'],
]

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const asked = new URL(url).searchParams
  const view = views.find(([, , name]) => name === (asked.get('view') ?? ''))?.[0] ?? 'ALL'
  const search = (asked.get('search') ?? '').slice(0, 200)
  const page = Number(asked.get('page') ?? 1)
  const offset = Number.isSafeInteger(page) && page > 1 && page <= 200 ? (page - 1) * perPage : 0
  const words = search === '' ? {} : { search }
  if (view === 'MISSING') {
    const [{ paths, total }, { missing }] = await Promise.all([
      client.siteRedirects.listMissingPaths({ ...words, limit: perPage, offset: Math.min(offset, 500) }, { signal }),
      client.siteRedirects.listRedirects({ limit: 1 }, { signal }),
    ])
    return { view, search, offset, redirects: [], paths, total, missing }
  }
  const list = await client.siteRedirects.listRedirects({ ...words, view, limit: perPage, offset }, { signal })
  return { view, search, offset, paths: [], ...list }
}

const addressOf = (view: View, search: string, page = 1): string => {
  const name = views.find(([id]) => id === view)![2]
  const query = new URLSearchParams({
    ...(name && { view: name }),
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size > 0 ? `/redirects?${query}` : '/redirects'
}

/** Where old addresses lead, and those that lead nowhere. */
export function Redirects() {
  const { view, search, offset, redirects, paths, total, missing } = useLoaderData<Loaded>()
  usePlace([{ name: 'Pages', to: '/pages' }, { name: 'Redirects' }])
  const mayWrite = useMay()('settings.write')
  const [asking, setAsking] = useState<'new' | 'paste' | { readonly of: UrlRedirect } | { readonly path: string }>()
  useKeys(mayWrite ? { n: { says: 'New redirect', run: () => setAsking('new') } } : {}, 'Redirects')
  const page = offset / perPage + 1
  const pages = Math.ceil(total / perPage)
  return (
    <>
      <PageHead
        title="Redirects"
        facts={<span>{missing === 0 ? 'no address leads nowhere' : `${many(missing, 'address', 'addresses')} lead nowhere`}</span>}
        {...(mayWrite && {
          main: (
            <Button kind="primary" icon={Plus} keys={['N']} onClick={() => setAsking('new')}>
              Redirect
            </Button>
          ),
        })}
      >
        {mayWrite && (
          <Button icon={ClipboardPaste} onClick={() => setAsking('paste')}>
            Import
          </Button>
        )}
      </PageHead>
      <div className="tabs">
        <nav aria-label="Views">
          <ul>
            {views.map(([id, name]) => (
              <li key={id}>
                <Link to={addressOf(id, search)} {...(id === view && { 'aria-current': 'page' as const })}>
                  {name}
                  {id === view ? <span className="n">{total}</span> : id === 'MISSING' && <span className="n">{missing}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Filter key={view} search={search} to={(words) => addressOf(view, words)} />
      {total === 0 ? (
        <div className="empty">
          <h2>{search !== '' ? 'Nothing fits' : view === 'ALL' ? 'No redirects yet' : 'None'}</h2>
          <p>
            {view === 'MISSING'
              ? 'Addresses that visitors ask for and the shop does not have are listed here, with how often.'
              : 'Addresses of an earlier shop, and of pages that moved, lead on from here, so that links and search engines find them.'}
          </p>
        </div>
      ) : view === 'MISSING' ? (
        <MissingTable paths={paths} mayWrite={mayWrite} onLead={(path) => setAsking({ path })} />
      ) : (
        <RedirectTable redirects={redirects} mayWrite={mayWrite} onChange={(of) => setAsking({ of })} />
      )}
      {pages > 1 && (
        <nav className="row between sec" aria-label="Pages of the list">
          {page > 1 ? <Link className="a" to={addressOf(view, search, page - 1)}>{`Page ${page - 1}`}</Link> : <span />}
          <span className="soft small">{`Page ${page} of ${pages}`}</span>
          {page < pages ? <Link className="a" to={addressOf(view, search, page + 1)}>{`Page ${page + 1}`}</Link> : <span />}
        </nav>
      )}
      <SearchEngines />
      {asking === 'paste' && <PasteDialog onClose={() => setAsking(undefined)} />}
      {asking === 'new' && <RedirectDialog onClose={() => setAsking(undefined)} />}
      {typeof asking === 'object' && <RedirectDialog {...asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}
