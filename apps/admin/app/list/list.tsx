import type { CursorQuery } from '@vitrine/contract'
import { ArrowUp, ChevronLeft, ChevronRight, Download, Plus, Settings2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { Button, ButtonLink, IconButton, Keys } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAddress } from '../parts/use-address.ts'
import { BrokenText } from '../shell/broken.tsx'
import { type KeyMap, useKeys } from '../shell/keys.ts'
import { PageHead, usePlace } from '../shell/page.tsx'
import {
  addressOf,
  askedBy,
  changed,
  isRoomy,
  lookOf,
  perPage,
  type Sorting,
  sortingOf,
  sortText,
  viewOf,
  withoutPlace,
} from './address.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { countText } from './count-text.ts'
import { mostCounted } from './count-views.ts'
import { useExport } from './export.ts'
import { ExportDialog } from './export-dialog.tsx'
import { JumpField } from './jump-field.tsx'
import type { Listing, View } from './listing.ts'
import type { Loaded } from './load.ts'
import { many } from './many.ts'
import { PeekPanel } from './peek.tsx'
import { RowEnd, type RowStep } from './row-end.tsx'
import { Grid, Skeleton } from './rows.tsx'
import { Selection } from './selection.tsx'
import { Tabs } from './tabs.tsx'
import { Tools } from './tools.tsx'
import { UnfinishedDialog } from './unfinished.tsx'
import { type Target, type Unfinished, useActs } from './use-acts.tsx'
import { useColumns } from './use-columns.ts'
import { useCounts, useTotal } from './use-counts.ts'
import { useFresh } from './use-fresh.ts'
import { useListNews } from './use-news.ts'
import { useRows } from './use-rows.ts'
import { useSettled } from './use-settled.ts'
import { type ListView, useViews } from './use-views.ts'
import { countOf, ViewDialog } from './view-dialog.tsx'

interface ListProps<T extends object> {
  of: Listing<T>
  /** Beside the title. */
  facts?: ReactNode
  /** The page's one main button. */
  main?: ReactNode
  /** What else can be done here, before it. */
  children?: ReactNode
  /** Between the head and the views, such as figures. */
  above?: ReactNode
  /** Among the tools of the list, such as other ways to see it. */
  tools?: ReactNode
  /** Between the tools and the rows. */
  below?: ReactNode
  /** Keys of the page, while no rows are picked that they could mean. */
  keys?: KeyMap
  /** What is done next with a row, at its end. */
  step?: (row: T) => RowStep<T> | undefined
  /** Whether what else can be done to a row is a menu at its end. */
  rowMenu?: boolean
}

const none: readonly never[] = []

/** A list of the admin; `listing.ts` says how one is described. Its route's loader is `loaderOf(…)`. */
export function List<T extends object>({ of, facts, main, children, above, tools, below, keys, step, rowMenu = false }: ListProps<T>) {
  const { page: coming, views: stored } = useLoaderData<Loaded<T>>()
  const settled = useSettled(coming)
  const views = useViews(of, useSettled(stored).value ?? none)
  const page = settled.value
  const data = page?.rows ?? none
  const [params, changeAddress] = useAddress()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const ids = useMemo(() => data.map(of.idOf), [data, of])
  const rows = useRows(ids)
  const [peeking, setPeeking] = useState(false)
  const [left, setLeft] = useState<Unfinished>()
  const exportRows = useExport(of)
  const [exporting, setExporting] = useState<CursorQuery>()
  const acts = useActs({ of, onDone: rows.pickOnly, onUnfinished: setLeft })
  usePlace(of.place ?? [{ name: of.title }])

  const [editing, setEditing] = useState<{ readonly view: ListView | undefined }>()
  const { view, changed: isChanged } = viewOf(views.all, params)
  // A word that is searched for is looked up once: nobody has changed the view by it.
  const isSearchAlone = isChanged && view !== undefined && lookOf(withoutSearch(params)) === lookOf(view.search)
  const counts = useCounts(of, views.all, page)
  const look = lookOf(params)
  const ofView = view && counts.get(view.id)
  const found = useTotal(of, look, mostCounted, rows.picked.size > 0 || isChanged)
  // No more than are counted are changed at once.
  const total = found !== undefined && found <= mostCounted ? found : undefined
  const counted = isChanged ? found : ofView
  const roomy = isRoomy(params)
  const sorting = sortingOf(of, params)

  const ask = (change: Readonly<Record<string, string | undefined>>, replace = false) =>
    changeAddress((from) => changed(from, change, view), { replace })
  const turn = (way: 'after' | 'before', cursor: string | undefined) => {
    if (!cursor) return
    const search = withoutPlace(params)
    search.set(way, cursor)
    search.set('from', String(Math.max(1, first + (way === 'after' ? data.length : -perPage))))
    changeAddress(() => search)
    document.getElementById('main')?.scrollIntoView({ block: 'start' })
    document.querySelector('[data-rows]')?.scrollTo({ top: 0 })
  }
  const saveView = () => {
    if (view?.saved) void views.change(view.saved, { name: view.saved.name, shared: view.saved.shared, look })
  }
  const columns = useColumns(of, params, (make) => changeAddress((from) => changed(from, make(from), view), { replace: true }))
  const resize = useCallbackRef(columns.resize)
  const sortBy = useCallbackRef((to: Sorting) => ask({ sort: sortText(to) === of.usualSort ? undefined : sortText(to) }))

  const isAtStart = !params.has('after') && !params.has('before')
  const first = isAtStart ? 1 : Number(params.get('from')) || 1
  const current = data[rows.at]
  const to = current && of.to?.(current)
  const peeked = peeking && of.peek ? current : undefined
  useKeys(
    {
      j: { says: 'Next, previous row', moves: true, run: () => rows.step(1) },
      k: { says: 'Next, previous row', moves: true, run: () => rows.step(-1) },
      ...(of.acts && {
        x: { says: 'Pick the row', moves: true, run: () => current && rows.pick(of.idOf(current)) },
        X: { says: 'Pick up to here', moves: true, run: () => current && rows.pick(of.idOf(current), true) },
      }),
      ...(of.peek && {
        ' ': {
          says: 'Peek',
          moves: true,
          run: () => (peeking ? setPeeking(false) : (rows.goTo(Math.max(0, rows.at)), setPeeking(true))),
        },
      }),
      ...(of.to && { Enter: { says: 'Open', moves: true, run: () => to && void navigate(to) } }),
      '/': { says: 'Search in the list', moves: true, run: () => document.getElementById('list-q')?.focus() },
      ...Object.fromEntries(
        views.all
          .slice(0, 9)
          .map((one, at) => [
            String(at + 1),
            { says: 'View', moves: true, run: () => void navigate(addressOf(of.path, one, one.saved !== undefined)) },
          ]),
      ),
      // Where it has nothing to close or to clear, the key belongs to a panel beside the list.
      ...((peeked || rows.picked.size > 0) && {
        Escape: { says: 'Close, clear, back', moves: true, run: () => (peeked ? setPeeking(false) : rows.clear()) },
      }),
    },
    'Lists',
  )

  // Without anything picked, the keys of actions mean the row one reads. Where one reads none they are only named among the keys.
  const offered = rows.picked.size === 0 && !peeked ? acts.fitting(current ? [current] : none).filter((act) => !('opens' in act)) : []
  const actKeys: KeyMap = Object.fromEntries(
    offered.flatMap((act) =>
      act.key ? [[act.key, { says: act.name, moves: true, run: () => current && acts.begin(act, { rows: [current] }) }]] : [],
    ),
  )
  useKeys({ ...(!current && actKeys), ...(rows.picked.size === 0 && keys), ...(current && actKeys) }, of.title)

  const picked = data.filter((row) => rows.picked.has(of.idOf(row)))
  const target: Target<T> = rows.all && total !== undefined ? { found: params, count: total } : { rows: picked }
  const fresh = useFresh(ids, page?.at)
  const news = useListNews(
    of.name,
    () => !isAtStart || rows.picked.size > 0 || rows.at > 0 || peeked !== undefined || isPointedAt(),
    ids,
    revalidate,
  )

  const hasEnd = step !== undefined || rowMenu
  const end = useCallbackRef((row: T) => (
    <RowEnd
      called={of.called(row)}
      step={step?.(row)}
      acts={rowMenu ? acts.fitting([row]) : none}
      onAct={(act) => acts.begin(act, { rows: [row] })}
      onStep={(run) => run(row)}
    />
  ))

  if (of.nothing.whole && page && data.length === 0 && look === '' && isAtStart)
    return (
      <>
        <PageHead title={of.title} facts={<span>none yet</span>} {...(main !== undefined && { main })} />
        {of.nothing.whole}
      </>
    )

  const caption = view && !isChanged ? `${view.name}: ${of.more}` : of.title
  return (
    <>
      <PageHead title={of.title} facts={facts} {...(main !== undefined && { main })}>
        {children}
      </PageHead>
      {above}
      <Tabs path={of.path} views={views.all} current={view} counts={counts} most={mostCounted + 1}>
        {view && views.mayChange(view) && (
          <IconButton small icon={Settings2} name={`Change the view “${view.name}”`} onClick={() => setEditing({ view })} />
        )}
        <IconButton small icon={Plus} name="Save what you see as a view" onClick={() => setEditing({ view: undefined })} />
      </Tabs>
      <Tools of={of} params={params} onAsk={ask} onClear={() => changeAddress(() => new URLSearchParams(view?.search))}>
        {isChanged && !isSearchAlone && (
          <>
            {view && <span className="soft small nowrap hide-s">View changed</span>}
            {view?.saved && views.mayChange(view) && (
              <Button small onClick={saveView}>
                Save
              </Button>
            )}
            <Button small kind="ghost" onClick={() => setEditing({ view: undefined })}>
              Save as…
            </Button>
          </>
        )}
        {tools}
        <ColumnsMenu
          of={view?.name}
          columns={columns}
          roomy={roomy}
          onRoomy={(yes) => ask({ rows: yes ? 'roomy' : undefined }, true)}
          onReset={() => ask(looksIn(view), true)}
          save={
            isChanged && view?.saved && views.mayChange(view)
              ? { says: view.saved.shared ? 'for everybody' : 'for you', run: saveView }
              : undefined
          }
        />
        {(of.file || of.columns.some(({ text }) => text)) && (
          <IconButton
            small
            icon={Download}
            name="Export"
            disabled={data.length === 0}
            onClick={() =>
              of.file ? setExporting(askedBy(of, withoutPlace(params), new Date()).query) : exportRows(params, columns.shown, counted)
            }
          />
        )}
      </Tools>
      {below}
      <div className="listed" aria-busy={settled.late}>
        {news.waits && (
          <div className="news">
            <Button small icon={ArrowUp} onClick={news.show}>
              {news.made > 0 && look === '' ? many(news.made, `new ${of.one}`, `new ${of.more}`) : 'Show what is new'}
            </Button>
          </div>
        )}
        {settled.is === 'failed' ? (
          <BrokenText error={settled.error} what={`These ${of.more} did not load`} Title="h2" onAgain={() => void revalidate()} />
        ) : !page ? (
          <Skeleton of={of} columns={columns} roomy={roomy} hasEnd={hasEnd} />
        ) : data.length === 0 ? (
          <Nothing
            ofView={isChanged ? undefined : of.views.find(({ id }) => id === view?.id)?.nothing}
            of={of}
            activeFilters={look !== ''}
            isAtStart={isAtStart}
          />
        ) : (
          <Grid
            of={of}
            caption={caption}
            data={data}
            columns={columns}
            sorting={sorting}
            roomy={roomy}
            rows={rows}
            fresh={fresh}
            onSort={sortBy}
            onResize={resize}
            end={hasEnd ? end : undefined}
          />
        )}
      </div>
      {page && data.length > 0 && (
        <div className="pager">
          <p>
            {`${first.toLocaleString('en-GB')}–${(first + data.length - 1).toLocaleString('en-GB')}`}
            {counted !== undefined && (
              <>
                {' '}
                of <b>{countText(counted, mostCounted + 1)}</b>
              </>
            )}
            <span className="vh"> {of.more}</span>
          </p>
          <span className="faint nowrap small hide-s">
            <Keys of={['J']} /> <Keys of={['K']} /> move
            {of.acts && (
              <>
                &nbsp; <Keys of={['X']} /> pick
              </>
            )}
            {of.peek && (
              <>
                &nbsp; <Keys of={['␣']} /> peek
              </>
            )}
          </span>
          <div className="acts">
            {of.jump && <JumpField of={of.jump} onAsk={ask} />}
            <Button disabled={isAtStart || !page.previous} onClick={() => turn('before', page.previous)} icon={ChevronLeft}>
              Newer
            </Button>
            <button type="button" className="btn" disabled={!page.next} onClick={() => turn('after', page.next)}>
              <span>Older</span>
              <Icon of={ChevronRight} />
            </button>
          </div>
        </div>
      )}
      {picked.length > 0 && (
        <Selection of={of} picked={picked} rows={rows} total={total} acts={acts.fitting(picked)} onAct={(act) => acts.begin(act, target)} />
      )}
      {peeked && (
        <PeekPanel
          of={of}
          row={peeked}
          isFirst={rows.at === 0}
          isLast={rows.at === data.length - 1}
          acts={acts.fitting([peeked])}
          hasKeys={picked.length === 0}
          onAct={(act) => acts.begin(act, { rows: [peeked] })}
          onStep={rows.step}
          onClose={() => setPeeking(false)}
        />
      )}
      {exporting && of.file && (
        <ExportDialog
          of={of}
          file={of.file}
          query={exporting}
          found={counted}
          picked={rows.all ? [] : picked.map(of.idOf)}
          onClose={() => setExporting(undefined)}
        />
      )}
      {acts.question}
      {editing && (
        <ViewDialog
          of={of}
          views={views}
          view={editing.view}
          look={look}
          count={counted === undefined ? undefined : countOf(of, counted, mostCounted + 1)}
          onClose={() => setEditing(undefined)}
        />
      )}
      {left && <UnfinishedDialog left={left} onClose={() => setLeft(undefined)} />}
    </>
  )
}

/** An address without what is searched for in it. */
function withoutSearch(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('q')
  return rest
}

/** How a view looks, for an address that shall look like it again. */
function looksIn(view: ListView | undefined): Readonly<Record<string, string | undefined>> {
  const params = new URLSearchParams(view?.search)
  return Object.fromEntries(['columns', 'pinned', 'widths', 'rows'].map((name) => [name, params.get(name) ?? undefined]))
}

/** The same function for good, doing what the latest one does. */
function useCallbackRef<A extends readonly unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const latest = useRef(run)
  useEffect(() => void (latest.current = run))
  return useCallback((...args) => latest.current(...args), [])
}

/** Whether somebody's pointer is on a row, which is not to be moved from under it. */
const isPointedAt = (): boolean => document.querySelector('[data-rows] tbody:hover') !== null

interface NothingProps<T> {
  of: Listing<T>
  /** What the view says of having no rows, where it stands as it is. */
  ofView: View['nothing']
  activeFilters: boolean
  isAtStart: boolean
}

function Nothing<T>({ of: { more, path, nothing }, ofView, activeFilters, isAtStart }: NothingProps<T>) {
  if (ofView && isAtStart) return <Empty title={ofView.title}>{ofView.words}</Empty>
  if (!activeFilters && isAtStart && nothing.here) return nothing.here
  if (!activeFilters && isAtStart)
    return (
      <Empty title={nothing.title} act={nothing.act}>
        {nothing.words}
      </Empty>
    )
  return (
    <Empty title={`No ${more} like that`} act={<ButtonLink to={path}>Clear filters</ButtonLink>}>
      Take a filter off, or look at another view.
    </Empty>
  )
}
