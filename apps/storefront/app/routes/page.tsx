import { attempt } from '@vitrine/client'
import { localeIn } from '@vitrine/pricing'
import { Crumbs, Message } from '@vitrine/ui'
import { data, Link } from 'react-router'
import { previewHeaders } from '../catalogue/preview.server.ts'
import { breadcrumbs } from '../catalogue/structured-data.ts'
import { PageDocument } from '../pages/document.tsx'
import { pageData } from '../pages/structured-data.ts'
import { elsewhere } from '../shop/elsewhere.server.ts'
import { headOf } from '../shop/head.server.ts'
import { linkedData } from '../shop/linked-data.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/page.ts'
import '@vitrine/ui/text-page.css'

/** A page that the merchant has written, or the draft that a preview link leads to. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { client, shop, host } = here
  const { slug, token }: { slug?: string | undefined; token?: string | undefined } = params
  const [refused, found] =
    token === undefined
      ? await attempt(client.pages.getPublishedPage({ slug: slug!.slice(0, 100) }))
      : await attempt(client.pages.getPagePreview({ token: token.slice(0, 2000) }))
  if (refused) {
    if (refused.status === 404 || refused.status === 400) throw token === undefined ? await elsewhere(here) : data(null, { status: 404 })
    throw refused
  }
  const days = new Intl.DateTimeFormat(localeIn(shop.locale, shop.country), { dateStyle: 'long', timeZone: shop.timeZone })
  const { page } = found
  const title = page.seo?.title ?? page.title
  const linked = () =>
    linkedData(
      { request, context },
      pageData(host.baseUrl, page, { shopName: shop.name }),
      breadcrumbs(host.baseUrl, [
        { name: shop.name, path: to.home },
        { name: page.title, path: to.page(page.slug) },
      ]),
    )
  const shown = {
    head:
      token === undefined
        ? [
            ...headOf({
              title: page.seo?.title ?? `${title} · ${shop.name}`,
              name: title,
              description: page.seo?.description,
              address: new URL(to.page(page.slug), host.baseUrl).href,
              shopName: shop.name,
              type: 'article',
            }),
            ...linked(),
          ]
        : [{ title: `${page.title} · ${shop.name}` }, { name: 'robots', content: 'noindex' }],
    page,
    published: page.publishedDate && days.format(new Date(page.publishedDate)),
    previewUntil: 'expiresDate' in found && typeof found.expiresDate === 'string' ? days.format(new Date(found.expiresDate)) : undefined,
  }
  return token === undefined ? shown : data(shown, { headers: previewHeaders })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** Who is bound by the text wants to know since when. */
const dated: ReadonlySet<string> = new Set(['PRIVACY', 'TERMS', 'WITHDRAWAL', 'RETURNS', 'SHIPPING', 'ACCESSIBILITY'])

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? []

export default function TextPage({ loaderData: { page, published, previewUntil } }: Route.ComponentProps) {
  const { name } = useShop()
  return (
    <main id="main">
      <article className="wrap text-page" aria-labelledby="page-title">
        {previewUntil && (
          <Message what="Preview">Only people with this link see the page as it is here. The link works until {previewUntil}.</Message>
        )}
        <Crumbs
          way={[
            <Link key="home" to={to.home}>
              {name}
            </Link>,
          ]}
          here={page.title}
        />
        <h1 id="page-title">{page.title}</h1>
        <PageDocument blocks={page.content} />
        {published && dated.has(page.kind) && (
          <p className="small soft text-page__since">
            Version {page.version}, {published}
          </p>
        )}
      </article>
    </main>
  )
}
