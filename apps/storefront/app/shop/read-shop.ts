import type { Hero, HomeSection, Shop as Said } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { showPicture } from '../catalogue/image.server.ts'
import { hourOf, timeOf } from '../checkout/time-of.ts'
import { baseLinks } from './base-links.ts'
import { type Block, type Plate, type Settings, to, type Way } from './shop.ts'
import { inWords, spelled } from './text.ts'
import { showTheme } from './theme.server.ts'

const corners = { 'top-start': 'ts', 'top-end': 'te', 'bottom-start': 'bs', 'bottom-end': 'be' } as const

function showHero({ picture, headline, say, link, hour, textPosition, ground, pieces }: Hero): Plate {
  return {
    title: headline,
    hour,
    picture: showPicture(picture),
    titleAt: corners[textPosition],
    tone: ground,
    focus: { x: 100 * (picture.focalPoint?.x ?? 0.5), y: 100 * (picture.focalPoint?.y ?? 0.5) },
    say: say ?? '',
    go: link,
    pins: pieces.map(({ x, y, slug, name, detail, price, letter }) => ({
      x: 100 * x,
      y: 100 * y,
      slug,
      name,
      chosen: detail,
      price: Number(price),
      letter,
    })),
  }
}

/** The shop as pages need it, from what the platform says. */
export function readShop(said: Said): Settings {
  const heroes = said.heroes.map(showHero)
  const collections = said.collections.map(({ id, slug, name, description, numberOfProducts, hour, picture, seo }) => ({
    id,
    slug,
    name,
    description,
    count: numberOfProducts,
    hour,
    cover: picture && showPicture(picture),
    seo,
  }))
  const ofCollections = ({ links }: { links: readonly Way[] }) =>
    links.length > 0 && links.every(({ href }) => collections.some(({ slug }) => href === to.collection(slug)))
  const collectionsTitle = said.footer.groups.find(ofCollections)?.title ?? 'Collections'
  const { allProducts } = said
  const written = said.menu.find(({ href }) => href === to.all) ?? { label: 'All objects', href: to.all }
  const all = { ...written, label: allProducts?.name ?? written.label }
  const listsAll = allProducts?.visible ?? true
  const ownMenu = said.menu.map(({ links, ...way }): Settings['menu'][number] => ({ ...way, ...(links && { ways: links }) }))
  const menu = ownMenu.length > 0 || said.numberOfProducts === 0 ? ownMenu : usualMenu(all, collections)
  return {
    id: said.id,
    name: said.name,
    closed: !said.open,
    wordmark: said.wordmark.text || said.name,
    logo: said.wordmark.picture && showPicture(said.wordmark.picture),
    tagline: said.tagline,
    about: said.about,
    words: said.footer.words || said.about,
    locale: said.language,
    currency: said.currency,
    country: said.country,
    timeZone: said.timeZone,
    today: said.today,
    email: said.contact.email,
    address: said.contact.address,
    count: said.numberOfProducts,
    theme: showTheme(said.theme),
    notice: said.notice,
    menu: menu.flatMap((way) => (way.href !== to.all ? way : listsAll ? { ...way, ...all } : [])),
    listsAll,
    all: {
      title: all.label,
      lead: allProducts?.description ?? said.about,
      cover: allProducts?.picture && showPicture(allProducts.picture),
      seo: allProducts?.seo,
    },
    footer: {
      columns: said.footer.groups.filter((group) => !ofCollections(group)).map(({ title, links }) => ({ title, ways: links })),
      base: baseLinks(said),
    },
    newsletter: said.newsletter,
    joining: said.pages.flatMap(({ kind, slug, title, inRegistration }) =>
      inRegistration ? { kind, label: title, href: to.page(slug) } : [],
    ),
    collectionsTitle,
    collections,
    dipped: said.theme.dipped,
    delivery: said.delivery && showDelivery(said.delivery, said),
    collect: said.pickup && showPickup(said.pickup, said),
    taxIncluded: said.taxIncludedInPrices,
    express: said.expressCheckout,
    priceNote: said.taxIncludedInPrices ? 'With VAT.' : 'Before tax.',
    promises: said.promises ?? [],
    home: said.home.flatMap((section) => showSection(section, heroes, { collectionsTitle, all, count: said.numberOfProducts })),
    openings: Object.fromEntries(
      said.collections.flatMap(({ slug, opening }) =>
        opening ? [[slug, opening.map(({ picture, caption, link }) => ({ picture: showPicture(picture), caption, product: link }))]] : [],
      ),
    ),
  }
}

/** What the buy box says of delivery: its days, and until when on this day they hold. */
function showDelivery(
  { arrives, orderBefore, ...rest }: NonNullable<Said['delivery']>,
  { language, timeZone }: Pick<Said, 'language' | 'timeZone'>,
) {
  const days = arrives && timeOf({ deliveryTimeSlot: arrives }, language, timeZone)
  return {
    ...rest,
    days,
    lead: days && (orderBefore ? `Order before ${hourOf(orderBefore, language, timeZone)} and it arrives` : 'Ordered now, it arrives'),
  }
}

/** `Kastanienallee 77, Berlin, or at two more places`, and `Monday 23 November, from 10:00`. */
function showPickup(
  { title, addressLine, city, price, ready, opens, places }: NonNullable<Said['pickup']>,
  { language, timeZone, currency, country }: Pick<Said, 'language' | 'timeZone' | 'currency' | 'country'>,
) {
  const cost =
    Number(price) > 0 && new Intl.NumberFormat(localeIn(language, country), { style: 'currency', currency }).format(Number(price))
  const day = ready && timeOf({ deliveryTimeSlot: ready }, language, timeZone)
  return {
    place: [
      [addressLine, city].filter(Boolean).join(', ') || title,
      ...(places > 1 ? [`or at ${inWords(places - 1)} more ${places === 2 ? 'place' : 'places'}`] : []),
      ...(cost ? [cost] : []),
    ].join(', '),
    ready: day && (opens ? `${day}, from ${hourOf(opens, language, timeZone)}` : day),
  }
}

/** The menu of a shop that has not written one. */
const usualMenu = (all: Way, collections: Settings['collections']): Way[] => [
  all,
  ...collections.slice(0, 4).map(({ slug, name }) => ({ label: name, href: to.collection(slug) })),
]

interface Around {
  collectionsTitle: string
  all: Way
  count: number
}

function showSection(section: HomeSection, heroes: readonly Plate[], { collectionsTitle, all, count }: Around): Block[] {
  const { kind, title, text, link, slugs, pictures, theme } = section
  const plate = heroes[section.hero ?? 0]
  const go = link ?? all
  switch (kind) {
    case 'hero':
      return plate ? [{ kind: 'plate', plate, when: theme }] : []
    case 'story':
      return plate ? [{ kind, plate, lead: text ?? plate.say, button: go }] : []
    case 'collections':
      return [
        {
          kind: 'hours',
          title: title ?? collectionsTitle,
          go: link ?? { label: count > 1 ? `All ${spelled(count)} objects` : all.label, href: all.href },
          pictures: pictures?.map(showPicture) ?? [],
        },
      ]
    case 'best':
      return [{ kind, title: title ?? 'From the shelf', go, products: slugs, sort: 'featured', pictures: pictures?.map(showPicture) ?? [] }]
    case 'shelf':
      return [{ kind, title: title ?? 'New on the shelf', go, products: slugs, sort: 'newest', pictures: [] }]
    case 'reviews':
      return [{ kind, title: title ?? 'What people say' }]
    case 'words':
      return [{ kind: 'creed', text, pictures: pictures?.map(showPicture) ?? [], go: link }]
  }
}
