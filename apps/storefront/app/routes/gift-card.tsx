import { useState } from 'react'
import { data, type ShouldRevalidateFunctionArgs, useActionData, useSearchParams } from 'react-router'
import { WayTo } from '../catalogue/around.tsx'
import { Beside } from '../catalogue/beside.tsx'
import { besides } from '../catalogue/besides.server.ts'
import { Gallery } from '../catalogue/gallery.tsx'
import { addWrittenGift, findGift, readGiftCard, showGift } from '../catalogue/gift.server.ts'
import { firstGift } from '../catalogue/gift.ts'
import { type GiftAnswer, GiftBox, GiftEmail } from '../catalogue/gift-box.tsx'
import { lineImage } from '../catalogue/image.server.ts'
import { type Choices, pictureOf } from '../catalogue/product.ts'
import { collectionsOf, findProductById, showProduct } from '../catalogue/read.server.ts'
import type { Handle } from '../root.tsx'
import { headOf } from '../shop/head.server.ts'
import { linkedData } from '../shop/linked-data.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/gift-card.ts'

export const handle: Handle = { body: 'has-sticky' }

/** The shop's gift card. Where the catalogue has a product of its id, pictures, designs and neighbours are that one's. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const card = await readGiftCard(here)
  if (!card) throw data(null, { status: 404 })
  const found = await findProductById(here, card.id)
  const [collection] = found ? collectionsOf(here, found) : []
  const image = lineImage(card.image)
  const bare = {
    name: card.name,
    description: card.description ?? '',
    options: [],
    sections: [],
    pictures: image ? [{ ...image, caption: 'It arrives by e-mail, and prints well' }] : [],
  }
  const product = found ? showProduct(found, here.shop) : bare
  const address = new URL(to.giftCard, here.host.baseUrl).href
  const gift = showGift(card, here.shop)
  const prices = [...gift.presets.map(({ price }) => price), ...(gift.custom ? [gift.custom.from, gift.custom.to] : [])]
  const linked = linkedData(
    { request, context },
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      image: product.pictures.map(({ url }) => new URL(url, address).href),
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: Math.min(...prices),
        highPrice: Math.max(...prices),
        priceCurrency: here.shop.currency,
        availability: 'https://schema.org/InStock',
        url: address,
      },
    },
  )
  return {
    head: [
      ...headOf({
        title: `${product.name} · ${here.shop.name}`,
        name: product.name,
        description: product.description.slice(0, 300),
        address,
        shopName: here.shop.name,
        type: 'product',
        picture: product.pictures[0],
      }),
      ...linked,
    ],
    product,
    gift,
    collection: collection && { slug: collection.slug, name: collection.name },
    beside: found && besides(here, found, 4),
  }
}

/** Its form comes here, too. */
export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const gift = await findGift(here)
  if (!gift) throw data(null, { status: 404 })
  return addWrittenGift(here, gift, await request.formData())
}

/** A choice changes the address, and what is written changes nothing of it. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? []

export default function GiftCardPage({ loaderData: { product, gift, collection, beside } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const said = useActionData<GiftAnswer>()
  const [written, setWritten] = useState(said?.written ?? firstGift(gift))
  const [made, setMade] = useState<Choices>()
  const asked = said?.chosen ?? Object.fromEntries(search)
  const chosen = made ?? Object.fromEntries(product.options.map(({ name: option, choices }) => [option, pick(choices, asked[option])]))
  const choose = (choices: Choices) => {
    setMade(choices)
    window.history.replaceState(window.history.state, '', `${to.giftCard}?${new URLSearchParams(choices)}`)
  }
  const first = pictureOf(product, chosen)
  const pictures = [...product.pictures].sort((a, b) => Number(b.url === first?.url) - Number(a.url === first?.url))
  return (
    <main id="main">
      <div className="wrap product">
        <Gallery pictures={pictures} name={product.name} second={(letter) => <GiftEmail gift={gift} written={written} letter={letter} />} />
        <GiftBox
          product={product}
          gift={gift}
          chosen={chosen}
          onChoose={choose}
          written={written}
          onWrite={setWritten}
          crumbs={<WayTo product={product.name} collection={collection} />}
        />
      </div>
      {beside && <Beside beside={beside} />}
    </main>
  )
}

const pick = (choices: readonly { name: string }[], asked: string | undefined) =>
  choices.find(({ name }) => name === asked)?.name ?? choices[0]?.name ?? ''
