import { Button, buttonClass, Field, Select, useMoneyText } from '@vitrine/ui'
import { data, Form, Link, useNavigation } from 'react-router'
import { ways } from '../account/ways.ts'
import { refusedAlert } from '../catalogue/alerts.ts'
import { askForPriceAlert, memberEmail } from '../catalogue/price-alerts.server.ts'
import { findProduct, showProduct } from '../catalogue/read.server.ts'
import { uprightPicture } from '../catalogue/upright.ts'
import { catalogueApp } from '../shop/apps.ts'
import { to } from '../shop/shop.ts'
import { type Visit, visit } from '../shop.server.ts'
import type { Route } from './+types/price-alert.ts'

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The product that the address names. */
async function productAsked(here: Visit, url: URL) {
  const found = await findProduct(here, (url.searchParams.get('of') ?? '').slice(0, 200))
  if (!found) throw data(null, { status: 404 })
  return found
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const here = visit(context)
  const found = await productAsked(here, url)
  const product = showProduct(found, here.shop)
  const asked = product.variants.find(({ choices }) =>
    Object.entries(choices).every(([name, choice]) => url.searchParams.get(name) === choice),
  )
  return {
    slug: product.slug,
    name: product.name,
    imageId: found.media?.mainMedia?.id,
    variants: product.variants.map(({ id, choices, price }) => ({ id, choices: Object.values(choices).join(', '), price })),
    chosen: (asked ?? product.variants[0])?.id,
    price: product.price,
    email: await memberEmail(here),
    shopName: here.shop.name,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 320)
  const [email, variantId] = [text('email'), text('variant')]
  const product = await productAsked(here, url)
  const reference = { appId: catalogueApp, catalogItemId: product.id, ...(variantId && { options: { variantId } }) }
  const state = await askForPriceAlert(here, reference, email)
  // Whoever watches it already is told what they were told before.
  if (state === 'ASKED' || state === 'WAITS') return data({ email, wrong: undefined })
  return data({ email, wrong: refusedAlert[state] }, { status: 400 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Tell me when it costs less · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** Asks for one email when something costs less. */
export default function PriceAlertPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, name, imageId, variants, chosen, price, email } = loaderData
  const money = useMoneyText()
  const busy = useNavigation().state !== 'idle'
  const done = actionData && !actionData.wrong
  return (
    <main id="main" className="wrap odd">
      <div className="odd__t">
        <h1>{done ? 'We will write' : 'Tell me when it costs less'}</h1>
        {done ? (
          <p className="lead" role="status">
            One email to <strong>{actionData.email}</strong> when it costs less: {name}.
          </p>
        ) : (
          <>
            <p className="lead">
              One email when <span className="name">{name}</span> costs less than now, and no other.
            </p>
            <Form method="post" className="price-alert" noValidate>
              {variants.length > 0 ? (
                <Select id="variant" name="variant" label="Which one" defaultValue={chosen}>
                  {variants.map((variant) => (
                    <option key={variant.id} value={variant.id}>{`${variant.choices}, ${money(variant.price)}`}</option>
                  ))}
                </Select>
              ) : (
                <p className="soft">{`It is ${money(price)} now.`}</p>
              )}
              <Field
                id="email"
                name="email"
                type="email"
                label="Your email"
                autoComplete="email"
                defaultValue={actionData?.email ?? email}
                wrong={actionData?.wrong}
              />
              <Button busy={busy}>Write to me</Button>
            </Form>
          </>
        )}
        <div className="row row--wrap">
          <Link className={done ? buttonClass({}) : 'link'} to={to.product(slug)}>
            Back to the product
          </Link>
          {done && email && (
            <Link className="link" to={ways.alerts}>
              Your alerts
            </Link>
          )}
        </div>
      </div>
      {imageId && (
        <div className="odd__p">
          <img src={uprightPicture(imageId, 1000)} alt="" width="1000" height="1250" />
        </div>
      )}
    </main>
  )
}
