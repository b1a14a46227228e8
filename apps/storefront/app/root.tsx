import { Unreachable } from '@vitrine/client'
import { layerOrder, MoneyProvider, Sprite } from '@vitrine/ui'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  data,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { getCart } from './cart/cart.server.ts'
import { type CartView, emptyCart, markOf, readCart, writeCart } from './cart/cart.ts'
import { ADDS } from './cart/forms.ts'
import { CartDrawerOpener } from './cart/open-cart-drawer.ts'
import { CartProvider, useCart } from './cart/use-cart.tsx'
import { whoIs } from './member/member.server.ts'
import { packCovers } from './shop/covers.ts'
import { ErrorPage } from './shop/error-page.tsx'
import { Footer } from './shop/footer.tsx'
import { Header } from './shop/header.tsx'
import { LinkedDataScripts } from './shop/linked-data.tsx'
import { cartDrawer, closedBar, menuDrawer, Opened, pageChanges, searchOverlay } from './shop/over.tsx'
import { type PackedShop, packLinks } from './shop/packed-links.ts'
import { PageScripts } from './shop/page-scripts.tsx'
import { UpdateOnPartLoaded } from './shop/part-loaded.ts'
import { type Shop, type Theme, to } from './shop/shop.ts'
import { useSlowPage } from './shop/slow-page.tsx'
import { type Unanswered, useFoundShop } from './shop/use-shop.ts'
import { visit, welcome } from './shop.server.ts'
import { HEARTS, wishlistAt } from './wishlists/addresses.ts'
import '@vitrine/ui/storefront.css'
import './fonts.css'
import './storefront.css'

export const middleware: Route.MiddlewareFunction[] = [welcome]

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { own } = here.host
  const { id: _id, home: _home, openings: _openings, all: _all, dipped: _dipped, closed, collections, menu, footer, ...rest } = here.shop
  /** Visitors come to a few pages of a closed shop; what is said of it is for staff. */
  const covers = packCovers(collections.flatMap(({ cover }) => cover ?? [])) || undefined
  const links = packLinks({ collections, menu, footer })
  const shop: PackedShop = { ...rest, links, covers, closed: closed && here.host.staff === true }
  if (own !== undefined) return { shop, cart: writeCart({ lines: [], currency: shop.currency, own }), who: markOf(own, 'who') }
  const [cart, who] = await Promise.all([getCart(here), whoIs(here)]).catch((error: unknown) => {
    // The page that says so is still the shop's.
    throw error instanceof Unreachable ? data({ shop } satisfies Unanswered, 500) : error
  })
  return { shop, cart: writeCart(cart), who }
}

/** Shop and bag stay as they are from page to page; what was written changes them, and a page that is to be read again reads them too. */
export const shouldRevalidate = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formMethod === undefined ? currentUrl.href === nextUrl.href : formMethod !== 'GET'

/** A page that says what is wrong brings a title of its own. */
export const meta: Route.MetaFunction = ({ loaderData, error }) => (error ? [] : [{ title: loaderData?.shop.name }])

/** A page that stands alone, without the shop's header and footer, says so: `export const handle = { alone: true, body: 'co-body' }`. */
export interface Handle {
  alone?: boolean
  /** A class for the body. */
  body?: string
  /** It works without script and gets none. */
  still?: boolean
  /** It asks for the newsletter itself, so the footer does not. */
  ownNewsletter?: boolean
}

const useHandle = () => Object.assign({}, ...useMatches().map(({ handle }) => handle ?? {})) as Handle

export function Layout({ children }: { children: ReactNode }) {
  const shop = useFoundShop()
  const { body, still } = useHandle()
  return (
    <html
      lang={shop?.locale ?? 'en'}
      dir={/^(ar|he|fa|ur)\b/.test(shop?.locale ?? '') ? 'rtl' : 'ltr'}
      data-mark={shop?.theme.mark}
      data-swatch={shop?.theme.swatch}
    >
      <head>
        <meta charSet="utf-8" />
        {/* With a precedence it is hoisted above all sheets, and stays there when the document is rendered anew around an error. */}
        <style href="layers" precedence="first">
          {layerOrder}
        </style>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {shop && <Look {...shop.theme} />}
        <Meta />
        <Links />
        {import.meta.env.SSR && <LinkedDataScripts />}
        {shop?.theme.sheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {shop?.theme.css && (
          // biome-ignore lint: names and values were looked at one by one
          <style dangerouslySetInnerHTML={{ __html: shop.theme.css }} />
        )}
      </head>
      <body id="SITE_CONTAINER" className={body}>
        {children}
        {!still && (
          <>
            <ScrollRestoration />
            {import.meta.env.DEV ? <Scripts /> : <PageScripts />}
          </>
        )}
      </body>
    </html>
  )
}

/** What browsers do before they have read the style sheets: they colour what is around the page, and fetch its faces. */
const Look = ({ paper, faces }: Theme) => (
  <>
    {(['light', 'dark'] as const).map((when) => (
      <meta key={when} name="theme-color" content={paper[when]} media={`(prefers-color-scheme: ${when})`} />
    ))}
    {faces.map((href) => (
      <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
    ))}
  </>
)

export default function Root({ loaderData: { shop, cart: text, who } }: Route.ComponentProps) {
  const cart = useMemo(() => readCart(text), [text])
  return (
    <Inside shop={shop} cart={cart} who={who}>
      <Outlet />
    </Inside>
  )
}

function Inside({
  shop,
  cart,
  who,
  children,
}: {
  shop: Pick<Shop, 'currency' | 'locale'>
  cart: CartView
  who: string
  children: ReactNode
}) {
  return (
    <MoneyProvider value={{ currency: shop.currency, locale: shop.locale }}>
      <CartProvider cart={cart}>
        <Around who={who}>{children}</Around>
      </CartProvider>
    </MoneyProvider>
  )
}

function Around({ who, children }: { who: string; children: ReactNode }) {
  const shop = useFoundShop()
  const { alone, ownNewsletter } = useHandle()
  const cart = useCart()
  const slow = useSlowPage()
  const [over, setOver] = useState<'menu' | 'search'>()
  const [alive, setAlive] = useState(false)
  const { key } = useLocation()
  const shownAt = useRef(key)
  // Going elsewhere closes whatever lies over the page; what lies there is no reason to close it. It is closed with the change itself, and not at
  // the first rendering: a press in between opens something of the new page.
  useLayoutEffect(() => {
    if (shownAt.current === key) return
    shownAt.current = key
    setOver(undefined)
    cart.hide()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the address counts
  }, [key])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- from here on the page answers
    setAlive(true)
    window.dispatchEvent(new Event('alive'))
  }, [])
  if (!shop) return children
  const close = () => setOver(undefined)
  return (
    <CartDrawerOpener value={cartDrawer.near}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Opened open={shop.closed}>
        <closedBar.Part />
      </Opened>
      {!alone && <Header shop={shop} who={who} onMenu={() => setOver('menu')} onSearch={() => setOver('search')} />}
      {slow || children}
      {!alone && (
        <>
          <Footer shop={shop} newsletter={!ownNewsletter} />
          <Opened open={over === 'menu'}>
            <menuDrawer.Part shop={shop} who={who} open={over === 'menu'} onClose={close} />
          </Opened>
          <Opened open={over === 'search'}>
            <searchOverlay.Part open={over === 'search'} onClose={close} />
          </Opened>
          <Opened open={cart.open}>
            <cartDrawer.Part shop={shop} />
          </Opened>
        </>
      )}
      <Sprite />
      <UpdateOnPartLoaded />
      <form id={HEARTS} method="post" action={wishlistAt.hearts} />
      <form id={ADDS} method="post" action={to.cart}>
        <input type="hidden" name="intent" value="add" />
      </form>
      <Opened open={alive}>
        <pageChanges.Part onIdle={cartDrawer.near} />
      </Opened>
    </CartDrawerOpener>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shop = useFoundShop()
  const problem = <ErrorPage error={error} />
  return shop ? (
    <Inside shop={shop} cart={emptyCart(shop.currency)} who="">
      {problem}
    </Inside>
  ) : (
    problem
  )
}
