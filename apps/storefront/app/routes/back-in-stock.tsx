import { buttonClass } from '@vitrine/ui'
import { data, Form, Link } from 'react-router'
import { ways } from '../account/ways.ts'
import { AlertFacts } from '../catalogue/alert-facts.tsx'
import { askForAlert } from '../catalogue/alerts.server.ts'
import { refusedAlert, type SaidAlert } from '../catalogue/alerts.ts'
import { uprightPicture } from '../catalogue/upright.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/back-in-stock.ts'
import '@vitrine/ui/after.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  if (form.get('intent') !== 'off') {
    const said = await askForAlert(here, form)
    return data<SaidAlert>(said, { status: said.state === 'ASKED' || said.state === 'WAITS' ? 200 : 400 })
  }
  here.know()
  const text = (field: string) => String(form.get(field) ?? '').slice(0, 500)
  await here.client.backInStock.deleteMyAlert({ id: text('id') }).catch(() => undefined)
  return data<SaidAlert>({ state: 'OFF', name: text('name'), choices: text('choices'), slug: text('slug'), imageId: text('imageId') })
}

export const meta: Route.MetaFunction = () => [{ title: 'Back in stock' }, { name: 'robots', content: 'noindex' }]

/** What became of asking, where the page of the product could not say it: without script. */
export default function BackInStockPage({ actionData: said }: Route.ComponentProps) {
  const { name: shop } = useShop()
  if (!said)
    return (
      <main id="main" className="wrap odd">
        <div className="odd__t">
          <h1>Back in stock</h1>
          <p className="lead">Where something is sold out, its page offers one email when it is back.</p>
          <div className="row row--wrap">
            <Link className={buttonClass({})} to={to.all}>
              Look around
            </Link>
            <Link className="link" to={ways.alerts}>
              Your alerts
            </Link>
          </div>
        </div>
      </main>
    )
  const title =
    said.state === 'ASKED' || said.state === 'WAITS' ? 'We will write' : said.state === 'OFF' ? 'Then no email' : 'That did not work'
  const picture = said.imageId
  return (
    <main id="main" className="wrap odd">
      <title>{`${title} · ${shop}`}</title>
      <div className="odd__t">
        <h1>{title}</h1>
        <p className="lead" role="status">
          {said.state === 'ASKED' && (
            <>
              One email to <strong>{said.email}</strong> when <span className="name">{said.name}</span>
              {said.choices && `, ${said.choices},`} is back in stock.
            </>
          )}
          {said.state === 'WAITS' && (
            <>
              <strong>{said.email}</strong> is already on the list for <span className="name">{said.name}</span>
              {said.choices && `, ${said.choices}`}.
            </>
          )}
          {said.state === 'OFF' && (
            <>
              We will not write about <span className="name">{said.name}</span>
              {said.choices && `, ${said.choices}`}. Your address is off that list.
            </>
          )}
          {said.state in refusedAlert && refusedAlert[said.state as keyof typeof refusedAlert]}
        </p>
        {(said.state === 'ASKED' || said.state === 'WAITS') && <AlertFacts />}
        <div className="row row--wrap">
          <Link className={buttonClass({})} to={said.slug ? to.product(said.slug) : to.all}>
            {said.slug ? 'Back to the product' : 'Look around'}
          </Link>
          {said.state === 'ASKED' && said.id && (
            <Form method="post">
              <input type="hidden" name="intent" value="off" />
              <input type="hidden" name="id" value={said.id} />
              <input type="hidden" name="name" value={said.name} />
              <input type="hidden" name="choices" value={said.choices} />
              <input type="hidden" name="slug" value={said.slug} />
              {picture && <input type="hidden" name="imageId" value={picture} />}
              <button className="link">Never mind it</button>
            </Form>
          )}
        </div>
      </div>
      {picture && (
        <div className="odd__p">
          <img src={uprightPicture(picture, 1000)} alt="" width="1000" height="1250" />
        </div>
      )}
    </main>
  )
}
