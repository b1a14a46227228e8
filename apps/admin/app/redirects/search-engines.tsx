import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { longestTitle } from '../parts/search-text.ts'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useShop } from '../shop.ts'
import { type FoundPage, foundCollection, foundProduct, foundTextPage, type Report, reportOf } from './search-report.ts'

const perPage = 100
/** So many products are looked at. */
const mostProducts = 500
const mostTextPages = 50
const mostShown = 20

interface Looked {
  readonly report: Report
  readonly products: number
  /** Of the shop, where not all were looked at. */
  readonly allProducts: number
}

async function look(shop: string, signal: AbortSignal): Promise<Looked> {
  const found: FoundPage[] = []
  let total = 0
  do {
    const { products, metadata } = await client.products.queryProducts(
      { query: { paging: { limit: perPage, offset: found.length } } },
      { signal },
    )
    total = metadata.total ?? products.length
    found.push(...products.map((product) => foundProduct(product, shop)))
    if (products.length < perPage) break
  } while (found.length < mostProducts)
  const [{ collections }, { pages }] = await Promise.all([
    client.merchantProducts.listCollections({}, { signal }),
    client.sitePages.listPages({}, { signal }),
  ])
  const published = pages.filter(({ publishedVersion }) => publishedVersion !== undefined).slice(0, mostTextPages)
  const texts = await Promise.all(published.map(({ id }) => client.sitePages.getPage({ id }, { signal })))
  return {
    report: reportOf([
      ...found,
      ...collections.filter(({ visible }) => visible).map((collection) => foundCollection(collection, shop)),
      ...texts.map(({ page }) => foundTextPage(page, shop)),
    ]),
    products: found.length,
    allProducts: Math.max(total, found.length),
  }
}

type Shown = 'long' | 'undescribed' | 'unsaid'

/** How the shop's pages are found by search engines, looked at now. */
export function SearchEngines() {
  const { name: shop } = useShop()
  const [looked, setLooked] = useState<Looked | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  const [chosen, setChosen] = useState<Shown>()
  useEffect(() => {
    const stop = new AbortController()
    look(shop, stop.signal).then(setLooked, () => void (stop.signal.aborted || setLooked('failed')))
    return () => stop.abort()
  }, [shop, attempt])
  if (looked === undefined || looked === 'failed')
    return (
      <section className="sec" aria-busy={looked === undefined}>
        <header className="sec-h">
          <h2>In search engines</h2>
        </header>
        {looked === undefined ? (
          <p className="soft">Looking at the shop’s pages…</p>
        ) : (
          <p className="soft">
            The pages did not load.{' '}
            <Button
              kind="link"
              onClick={() => {
                setLooked(undefined)
                setAttempt(attempt + 1)
              }}
            >
              Try again
            </Button>
          </p>
        )}
      </section>
    )
  const { report, products, allProducts } = looked
  const shown = chosen ?? (['long', 'undescribed', 'unsaid'] as const).find((one) => report[one].length > 0)
  const { long, undescribed, unsaidPictures, pictures } = report
  const lines: readonly { readonly list: Shown; readonly says: string; readonly more: string }[] = [
    {
      list: 'long',
      says: long.length === 0 ? 'Every title fits' : `${many(long.length, 'title is', 'titles are')} too long`,
      more: long.length === 0 ? many(report.pages, 'page') : `cut off after ${longestTitle} characters`,
    },
    {
      list: 'undescribed',
      says:
        undescribed.length === 0 ? 'Every page has a description' : `${many(undescribed.length, 'page has', 'pages have')} no description`,
      more: undescribed.length === 0 ? many(report.pages, 'page') : 'search engines choose a sentence themselves',
    },
    {
      list: 'unsaid',
      says:
        unsaidPictures === 0
          ? 'Every picture has an alternative text'
          : `${many(unsaidPictures, 'picture has', 'pictures have')} no alternative text`,
      more: `${(pictures - unsaidPictures).toLocaleString('en-GB')} of ${pictures.toLocaleString('en-GB')} have one`,
    },
  ]
  return (
    <div className="cols halves tail">
      <div>
        <section className="sec">
          <header className="sec-h">
            <h2>In search engines</h2>
            <p>
              {products < allProducts ? `${products} of ${allProducts.toLocaleString('en-GB')} products, looked at now` : 'looked at now'}
            </p>
          </header>
          <ul className="evid seo">
            {lines.map(({ list, says, more }) => {
              const ok = report[list].length === 0
              return (
                <li key={list} {...(ok && { 'data-ok': '' })}>
                  <Icon of={ok ? CircleCheck : CircleAlert} />
                  <span className="two grow">
                    <b>{says}</b>
                    <span className="soft">{more}</span>
                  </span>
                  {!ok && (
                    <Button small aria-label={`Show: ${says}`} aria-pressed={shown === list} onClick={() => setChosen(list)}>
                      Show
                    </Button>
                  )}
                </li>
              )
            })}
            <li data-ok="">
              <Icon of={CircleCheck} />
              <span className="two grow">
                <b>Sitemap</b>
                <a className="a mono" href="/sitemap.xml">
                  /sitemap.xml
                </a>
              </span>
            </li>
          </ul>
        </section>
      </div>
      <div>{shown && report[shown].length > 0 && <Pages of={report[shown]} about={shown} />}</div>
    </div>
  )
}

const titles: Readonly<Record<Shown, string>> = {
  long: 'Titles that are too long',
  undescribed: 'Pages without a description',
  unsaid: 'Pictures without alternative text',
}

function Pages({ of: pages, about }: { of: readonly FoundPage[]; about: Shown }) {
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>{titles[about]}</h2>
        {pages.length > mostShown && <p>{`the first ${mostShown} of ${pages.length.toLocaleString('en-GB')}`}</p>}
      </header>
      <div className="tw">
        <Table
          caption={titles[about]}
          className="in tall seo-pages"
          head={
            <>
              <Head>Page</Head>
              <Head>Title</Head>
              {about !== 'undescribed' && <Head className="num">{about === 'long' ? 'Length' : 'Pictures'}</Head>}
            </>
          }
        >
          {pages.slice(0, mostShown).map(({ path, to, title, unsaid, pictures }) => (
            <Tr key={path}>
              <RowHead className="mono">
                <Link className="a" to={to}>
                  {path}
                </Link>
              </RowHead>
              <Td of="Title">
                {title.slice(0, longestTitle)}
                {title.length > longestTitle && <del>{title.slice(longestTitle)}</del>}
              </Td>
              {about !== 'undescribed' && (
                <Td of={about === 'long' ? 'Length' : 'Pictures'} className="num warn-t">
                  {about === 'long' ? title.length : `${unsaid} of ${pictures}`}
                </Td>
              )}
            </Tr>
          ))}
        </Table>
      </div>
    </section>
  )
}
