import { buttonClass, classes, Icon, type Media, Picture, SectionHead, Sun } from '@vitrine/ui'
import { ArrowRight } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { Card } from '../catalogue/card.tsx'
import { DialPictures } from '../catalogue/dial-pictures.tsx'
import { packCards, unpackCards } from '../catalogue/packed-cards.ts'
import { packPictures } from '../catalogue/packed-pictures.ts'
import { packPins, unpackPins } from '../catalogue/packed-pins.ts'
import { Key, Plate } from '../catalogue/plate.tsx'
import { ProductRow } from '../catalogue/product-row.tsx'
import { productsNamed, showCards } from '../catalogue/read.server.ts'
import { recommended } from '../catalogue/recommended.server.ts'
import { highlightsOfHome } from '../reviews/highlights.server.ts'
import type { HighlightView } from '../reviews/highlights.tsx'
import { readAsk } from '../search/listing.ts'
import { findProducts } from '../search/search.server.ts'
import { apart } from '../shop/apart.tsx'
import { headOf } from '../shop/head.server.ts'
import { type Block, type PlateView, type Plate as SetUp, to, type Way } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/home.ts'

const Highlights = apart(() => import('../reviews/highlights.tsx'))

type Resolved =
  | { kind: 'plate'; plate: PackedPlate; when?: 'light' | 'dark' | undefined }
  | { kind: 'story'; plate: PackedPlate; lead: string; button: Way }
  | { kind: 'best' | 'shelf'; title: string; go: Way; cards: string }
  | (Omit<Extract<Block, { kind: 'hours' }>, 'pictures'> & {
      /** In the order of the shop's collections. */
      descriptions: readonly string[]
      pictures: string
    })
  | Extract<Block, { kind: 'creed' }>
  | { kind: 'reviews'; title: string; highlights: readonly HighlightView[] }

type PackedPlate = Omit<PlateView, 'pins'> & { pins: string }

const packPlate = ({ pins, ...rest }: SetUp): PackedPlate => ({ ...rest, pins: packPins(pins) })

/** A decorative picture beside text; it has no placeholder. */
const silentPicture = ({ url, width, height, focus }: Media): Media => ({ url, width, height, focus, alt: '' })

const plateOf = ({ pins, ...rest }: PackedPlate): PlateView => ({ ...rest, pins: unpackPins(pins) })

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { home, name, tagline, about } = here.shop
  const named = new Set(home.flatMap((block) => ('products' in block && block.products) || []))
  const unnamed = home.flatMap((block) => ('sort' in block && !block.products ? block : []))
  const inOrderOf = async (sort: 'featured' | 'newest') =>
    (await findProducts(here, { ...readAsk(new URLSearchParams()), sort }, undefined, 5)).cards
  const orders = new Set(unnamed.flatMap(({ kind, sort }) => (kind === 'best' ? [] : sort)))
  const [products, highlights, best, ...first] = await Promise.all([
    productsNamed(here, [...named]),
    home.some(({ kind }) => kind === 'reviews') ? highlightsOfHome(here) : [],
    unnamed.some(({ kind }) => kind === 'best') ? recommended(here, 'HOME', { most: 5, otherwise: () => inOrderOf('featured') }) : [],
    ...[...orders].map(async (sort) => [sort, await inOrderOf(sort)] as const),
  ])
  const cards = new Map((await showCards(here, products)).map((card) => [card.slug, card]))
  const ordered = new Map(first)
  const blocks = home.map((block): Resolved => {
    if ('plate' in block) {
      const plate = packPlate(block.plate)
      // A story is below the fold and loads before it is seen: it needs no placeholder.
      return block.kind === 'story'
        ? { ...block, plate: { ...plate, picture: { ...plate.picture, placeholder: undefined } } }
        : { ...block, plate }
    }
    if (block.kind === 'hours')
      return {
        ...block,
        descriptions: here.shop.collections.map(({ description }) => description),
        pictures: packPictures(
          here.shop.collections.flatMap(({ cover }, at) => {
            const picture = block.pictures[at] ?? cover
            return picture ? { ...picture, alt: '' } : []
          }),
        ),
      }
    if (block.kind === 'reviews') return { ...block, highlights }
    if (block.kind === 'creed') return { ...block, pictures: block.pictures.map(silentPicture) }
    const { kind, title, go, sort, pictures } = block
    const chosen = block.products?.flatMap((slug) => cards.get(slug) ?? []) ?? (kind === 'best' ? best : ordered.get(sort)) ?? []
    return {
      kind,
      title,
      go,
      cards: packCards(
        chosen.slice(0, kind === 'best' ? 5 : 4).map((card, at) => {
          const picture = pictures[at]
          return picture ? { ...card, picture, second: undefined } : card
        }),
      ),
    }
  })
  const some = blocks.filter((block) => ('cards' in block ? block.cards !== '' : !('highlights' in block) || block.highlights.length > 0))
  const head = headOf({
    title: tagline ? `${name}: ${tagline}` : name,
    description: about,
    address: new URL(to.home, here.host.baseUrl).href,
    shopName: name,
    picture: home.flatMap((block) => ('plate' in block ? block.plate.picture : []))[0],
  })
  return { head, blocks: some, name, tagline }
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? []

export default function HomePage({ loaderData: { blocks, name, tagline } }: Route.ComponentProps) {
  const firsts = new Set(
    ['light', 'dark'].map((when) => blocks.find((block) => block.kind === 'plate' && (!block.when || block.when === when))),
  )
  return (
    <main id="main">
      {firsts.size === 1 && firsts.has(undefined) && (
        <Plain name={name} tagline={tagline} empty={blocks.every(({ kind }) => kind === 'creed')} />
      )}
      {blocks.map((block, at) => (
        // biome-ignore lint: the blocks of a page have no identity but their place
        <Section key={at} of={block} id={`b${at}`} first={firsts.has(block)} />
      ))}
    </main>
  )
}

/** How a shop opens that has no wide picture. */
const Plain = ({ name, tagline, empty }: { name: string; tagline: string; empty: boolean }) => (
  <header className="wrap list-head">
    <div className="list-head__row">
      <h1>{name}</h1>
      {tagline && <p className="soft">{tagline}</p>}
    </div>
    {empty && <p className="lead none">The shelf is still empty. Come back soon.</p>}
  </header>
)

const Go = ({ way }: { way: Way | undefined }) =>
  way && (
    <Link className="link link--arrow" to={way.href}>
      {way.label} <Icon of={ArrowRight} turns />
    </Link>
  )

function Section({ of: block, id, first }: { of: Resolved; id: string; first: boolean }) {
  const { about, collections } = useShop()
  switch (block.kind) {
    case 'plate': {
      const { when } = block
      const plate = plateOf(block.plate)
      return (
        <section
          className={classes(first ? 'hero' : 'section', when === 'light' && 'hero--day', when === 'dark' && 'hero--night')}
          aria-label={plate.title.replace('\n', ' ')}
        >
          <Plate of={plate} heading={first ? 'h1' : 'h2'} first={first} only={first ? when : undefined} />
          <div className="wrap plate__foot">
            <p className="plate__say">
              {plate.say}{' '}
              {plate.go && (
                <Link className="link" to={plate.go.href}>
                  {plate.go.label}
                </Link>
              )}
            </p>
            <Key of={plate.pins} className="key--3" />
          </div>
        </section>
      )
    }
    case 'hours': {
      return (
        <section className="section wrap" aria-labelledby={id}>
          <SectionHead id={id} title={block.title}>
            <Go way={block.go} />
          </SectionHead>
          <div className="dial">
            <ol className="dial__list">
              {collections.map(({ slug, name, count, hour }, at) => (
                <li key={slug}>
                  <Link to={to.collection(slug)} prefetch="intent">
                    {hour ? (
                      <>
                        <Sun rise={hour.rise} />
                        <time className="figures">{hour.time}</time>
                      </>
                    ) : (
                      <>
                        <span />
                        <span />
                      </>
                    )}
                    <span className="dial__name">{name}</span>
                    <span className="dial__say">{block.descriptions[at]}</span>
                    <span className="dial__n figures">
                      {count}
                      <span className="sr"> objects</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ol>
            <DialPictures of={block.pictures} />
          </div>
        </section>
      )
    }
    case 'best':
      return (
        <section className="section wrap" aria-labelledby={id}>
          <SectionHead id={id} title={block.title}>
            <Go way={block.go} />
          </SectionHead>
          <div className="best">
            {unpackCards(block.cards).map((card, at) => (
              <Card
                key={card.id}
                of={card}
                known={at > 0}
                ribbon={false}
                {...(at === 0
                  ? { className: 'best__big', sizes: '(min-width: 64rem) 48vw, 92vw', widths: [480, 720, 1000] }
                  : { sizes: '(min-width: 64rem) 23vw, 46vw' })}
              />
            ))}
          </div>
        </section>
      )
    case 'story': {
      const plate = plateOf(block.plate)
      return (
        <section className="section coffee" aria-labelledby={id}>
          <Plate of={{ ...plate, go: undefined }} id={id} />
          <div className="wrap coffee__foot grid">
            <div className="coffee__text">
              <p className="lead">{block.lead}</p>
              <div className="coffee__plan">
                <Link className={buttonClass()} to={block.button.href}>
                  {block.button.label}
                </Link>
              </div>
            </div>
            <Key of={plate.pins} className="coffee__key" />
          </div>
        </section>
      )
    }
    case 'creed':
      if (!block.text && !about) return null
      return (
        <section className="section wrap creed" aria-label="About us">
          <p className="creed__text">
            {(block.text ?? about).split(/(\{\d\})/).map((part, at) => {
              const picture = /^\{\d\}$/.test(part) ? block.pictures[Number(part[1])] : undefined
              if (!picture) return part
              // biome-ignore lint: the parts of a sentence have no identity but their place
              return (
                <Picture
                  key={at}
                  of={picture}
                  sizes="(min-width: 64rem) 8rem, (min-width: 48rem) 5rem, 3.5rem"
                  className="creed__pic"
                  ratio={1.75}
                  silent
                />
              )
            })}
          </p>
          <Go way={block.go} />
        </section>
      )
    case 'reviews':
      return (
        <Suspense>
          <Highlights of={block.highlights} id={id} title={block.title} />
        </Suspense>
      )
    case 'shelf':
      return (
        <section className="section wrap" aria-labelledby={id}>
          <SectionHead id={id} title={block.title}>
            <Go way={block.go} />
          </SectionHead>
          <ProductRow cards={unpackCards(block.cards)} ribbon={false} />
        </section>
      )
  }
}
