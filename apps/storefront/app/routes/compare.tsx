import { Button, buttonClass, Picture, Price, Reduced, Swatch } from '@vitrine/ui'
import { useEffect } from 'react'
import { Form, Link, redirect } from 'react-router'
import { neighbours, productsNamed, showCard, showProduct } from '../catalogue/read.server.ts'
import { compareAt, factsOf, mostCompared, slugsOf } from '../compare/compare.ts'
import { rememberCompared } from '../compare/last.ts'
import { Copy } from '../shop/copy.tsx'
import { to } from '../shop/shop.ts'
import { capital, inWords, many } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import '../compare/compare.css'
import type { Route } from './+types/compare.ts'

const mostToAdd = 24

export async function loader({ url, context }: Route.LoaderArgs) {
  const here = visit(context)
  const slugs = slugsOf(url.searchParams)
  if (url.searchParams.has('add')) throw redirect(compareAt(slugs), 303)
  const products = await productsNamed(here, slugs)
  const things = products.map((product) => {
    const card = showCard(product, here.shop)
    const weight = product.weight ? `${product.weight} kg` : undefined
    return { card, fact: { ...showProduct(product, here.shop), weight, dimensions: product.productDimensions, colours: card.colours } }
  })
  const beside = products[0] && products.length < mostCompared ? await neighbours(here, products[0], mostToAdd) : []
  return {
    cards: things.map(({ card }) => card),
    facts: factsOf(things.map(({ fact }) => fact)),
    others: beside.filter(({ slug }) => !products.some((product) => product.slug === slug)).map(({ slug, name }) => ({ slug, name })),
    shopName: here.shop.name,
    link: new URL(compareAt(products.map(({ slug }) => slug)), here.host.baseUrl).href,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Compare · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

const ordinals = ['', 'a first', 'a second', 'a third', 'a fourth']

/** Things beside each other: what differs first. All of it stands in the address, so that it can be sent to somebody. */
export default function ComparePage({ loaderData: { cards, facts, others, link } }: Route.ComponentProps) {
  const slugs = cards.map(({ slug }) => slug)
  useEffect(() => rememberCompared(slugs))
  if (cards.length === 0)
    return (
      <main id="main" className="wrap odd">
        <div className="odd__t">
          <h1>Nothing to compare yet</h1>
          <p className="lead">
            On the page of a product, choose “Compare it with others”. Up to {inWords(mostCompared)} stand beside each other.
          </p>
          <div className="row row--wrap">
            <Link className={buttonClass({})} to={to.all}>
              Look around
            </Link>
          </div>
        </div>
      </main>
    )
  const names = cards.map(({ name }) => name).join(', ')
  return (
    <main id="main" className="wrap comp">
      <header className="list-head__row">
        <h1>{cards.length === 1 ? 'One to compare' : `${capital(many(cards.length, 'object'))}, side by side`}</h1>
        {cards.length > 1 && (
          <label className="check">
            <input type="checkbox" id="differs" />
            <span>Only what differs</span>
          </label>
        )}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys */}
      <section className="comp__scroll" aria-label="Comparison" tabIndex={0}>
        <table className="comp__t">
          <caption className="sr">{names} compared</caption>
          <thead>
            <tr>
              <td aria-hidden="true" />
              {cards.map((card) => (
                <th key={card.id} scope="col">
                  <span className="comp__stand">
                    {card.picture && <Picture of={card.picture} sizes="(min-width: 48rem) 22vw, 44vw" ratio={4 / 5} />}
                  </span>
                  <span className="name">
                    <Link to={to.product(card.slug)}>{card.name}</Link>
                  </span>
                  <Link className="text-button small" to={compareAt(slugs.filter((slug) => slug !== card.slug))} replace preventScrollReset>
                    Take away<span className="sr"> {card.name}</span>
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Price</th>
              {cards.map(({ id, price, before, from }) => (
                <td key={id}>
                  {from && <span className="sr">from </span>}
                  {before ? <Reduced now={price} before={before} /> : <Price of={price} />}
                </td>
              ))}
            </tr>
            {facts.map(({ label, values, colours, differs }) => (
              <tr key={label} {...(!differs && { 'data-same': '' })}>
                <th scope="row">{label}</th>
                {values.map((value, i) => {
                  const discs = colours?.[i]
                  return (
                    <td key={cards[i]?.id}>
                      {discs ? (
                        <>
                          <span className="sws" aria-hidden="true">
                            {discs.choices.map((choice) => (
                              <Swatch key={choice.name} colour={choice.colour} plain={discs.plain} out={choice.out} size="1.25rem" />
                            ))}
                          </span>
                          <span className="sr">{value}</span>
                        </>
                      ) : (
                        value || <span className="soft">–</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
            <tr>
              <th scope="row">Buy</th>
              {cards.map((card) => (
                <td key={card.id}>
                  {card.simple && !card.out ? (
                    <Form method="post" action={to.cart}>
                      <input type="hidden" name="intent" value="add" />
                      <input type="hidden" name="product" value={card.id} />
                      <input type="hidden" name="slug" value={card.slug} />
                      <Button line small>
                        Add<span className="sr"> {card.name}</span>
                      </Button>
                    </Form>
                  ) : (
                    <Link className={buttonClass({ line: true, small: true })} to={to.product(card.slug)}>
                      {card.out ? 'Sold out' : 'Choose'}
                      <span className="sr"> {card.name}</span>
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      {others.length > 0 && (
        <Form method="get" className="comp__add" replace preventScrollReset>
          <input type="hidden" name="of" value={slugs.join(',')} />
          <div className="field">
            <label htmlFor="add">Add {ordinals[cards.length + 1]}</label>
            <select className="input" id="add" name="add" required defaultValue="">
              <option value="" disabled>
                Choose one
              </option>
              {others.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <Button line>Add</Button>
        </Form>
      )}
      <p className="small soft">
        Whoever has the address of this page sees the same. <Copy text={link} what="Copy the link" />
      </p>
    </main>
  )
}
