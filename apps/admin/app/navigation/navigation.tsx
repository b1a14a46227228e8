import type { Navigation } from '@vitrine/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { TextArea, TextField } from '../parts/field.tsx'
import { type Change, Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { shopChanged } from '../shop.ts'
import { LinkRows } from './link-rows.tsx'
import { linksOf, type Row, rowsOf, textOf, wrongOf } from './rows.ts'

interface Loaded {
  readonly navigation: Navigation
  /** Addresses that the shop has, and what stands there. */
  readonly known: readonly { readonly href: string; readonly name: string }[]
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ navigation }, { shop }] = await Promise.all([
    client.navigation.getNavigation({}, { signal }),
    client.shop.getShop({}, { signal }),
  ])
  return {
    navigation,
    known: [
      { href: '/', name: 'Home' },
      { href: '/products', name: 'All products' },
      { href: '/search', name: 'Search' },
      ...shop.collections.map(({ slug, name }) => ({ href: `/collections/${slug}`, name })),
      ...shop.pages.map(({ slug, title }) => ({ href: `/${slug}`, name: title })),
    ],
  }
}

interface Column {
  readonly title: string
  readonly rows: readonly Row[]
}

interface Draft {
  readonly menu: readonly Row[]
  readonly groups: readonly Column[]
  readonly legal: readonly Row[]
  readonly words: string
}

const draftOf = ({ menu, groups, legal, words = '' }: Navigation): Draft => ({
  menu: rowsOf(menu),
  groups: groups.map(({ title, links }) => ({ title, rows: rowsOf(links) })),
  legal: rowsOf(legal),
  words,
})

const partsOf = ({ menu, groups, legal, words }: Draft) => ({
  menu: linksOf(menu),
  groups: groups.map(({ title, rows }) => ({ title: title.trim(), links: linksOf(rows) })),
  legal: linksOf(legal),
  words: words.trim(),
})

function changesOf(before: Draft, after: Draft): Change[] {
  const [was, now] = [partsOf(before), partsOf(after)]
  const told = ({ menu, groups, legal, words }: typeof was) => ({
    Menu: textOf(menu),
    Columns: groups.map(({ title, links }) => `${title}\n${textOf(links)}`).join('\n\n'),
    'Small links': textOf(legal),
    Words: words,
  })
  const [told1, told2] = [told(was), told(now)]
  return (Object.keys(told1) as (keyof typeof told1)[]).flatMap((name) =>
    told1[name] === told2[name] ? [] : [{ name, was: told1[name], now: told2[name] }],
  )
}

/** The menu over the pages of the shop, and what stands at their foot. */
export function NavigationPage() {
  const { navigation, known } = useLoaderData<Loaded>()
  return <Editor key={navigation.revision} of={navigation} known={known} />
}

function Editor({ of, known }: { of: Navigation; known: Loaded['known'] }) {
  usePlace([{ name: 'Pages', to: '/pages' }, { name: 'Navigation' }])
  const mayWrite = useMay()('settings.write')
  const { act, busy } = useAct()
  const [saved] = useState(() => draftOf(of))
  const [draft, setDraft] = useState(saved)
  const addresses = useId()
  const disabled = !mayWrite || busy
  const { menu, groups, legal, words } = draft
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const wrong =
    [...menu, ...legal, ...groups.flatMap(({ rows }) => rows)].map(wrongOf).find((text) => text !== undefined) ??
    (groups.some(({ title }) => title.trim() === '') ? 'A column needs a title.' : undefined)

  const save = () =>
    act(async () => {
      await client.navigation.updateNavigation({ navigation: { revision: of.revision, ...partsOf(draft) } })
      shopChanged()
      return 'The navigation is saved. Shoppers see it with their next page.'
    })

  return (
    <>
      <PageHead title="Navigation" facts={<span>the menu, and the foot of every page</span>} />
      <datalist id={addresses}>
        {known.map(({ href, name }) => (
          <option key={href} value={href}>
            {name}
          </option>
        ))}
      </datalist>
      <section className="sec">
        <header className="sec-h">
          <h2>Menu</h2>
          <p>
            {menu.length === 0
              ? 'Empty: all products and the first four collections are shown'
              : 'Two levels; all collections are in the menu on phones'}
          </p>
        </header>
        <LinkRows name="Menu" rows={menu} known={addresses} nested most={24} disabled={disabled} onChange={(rows) => set({ menu: rows })} />
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Columns at the foot</h2>
          <p>The collections have a column of their own</p>
        </header>
        <div className="stack">
          {groups.map(({ title, rows }, at) => {
            const put = (part: Partial<Column>) => set({ groups: groups.map((column, i) => (i === at ? { ...column, ...part } : column)) })
            return (
              <div key={at} className="stack-s">
                <div className="row">
                  <TextField
                    label={`Title of column ${at + 1}`}
                    maxLength={60}
                    disabled={disabled}
                    value={title}
                    onChange={({ target }) => put({ title: target.value })}
                  />
                  <IconButton
                    icon={Trash2}
                    name={`Remove column ${title || at + 1}`}
                    disabled={disabled}
                    onClick={() => set({ groups: groups.filter((_, i) => i !== at) })}
                  />
                </div>
                <LinkRows
                  name={`Links of ${title || 'the column'}`}
                  rows={rows}
                  known={addresses}
                  most={20}
                  disabled={disabled}
                  onChange={(next) => put({ rows: next })}
                />
              </div>
            )
          })}
          {!disabled && groups.length < 4 && (
            <p>
              <Button small icon={Plus} onClick={() => set({ groups: [...groups, { title: '', rows: [] }] })}>
                Column
              </Button>
            </p>
          )}
        </div>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Small links at the foot</h2>
          <p>Pages with “Foot of every page” stand there by themselves</p>
        </header>
        <LinkRows
          name="Small links"
          rows={legal}
          known={addresses}
          most={12}
          disabled={disabled}
          onChange={(rows) => set({ legal: rows })}
        />
      </section>
      <section className="sec">
        <TextArea
          label="Words at the foot"
          rows={3}
          maxLength={600}
          disabled={disabled}
          value={words}
          onChange={({ target }) => set({ words: target.value })}
        />
      </section>
      <Unsaved of={changesOf(saved, draft)} busy={busy} wrong={wrong} onSave={save} onDiscard={() => setDraft(saved)} />
    </>
  )
}
