import { Button, useMoneyText } from '@vitrine/ui'
import { data, Form, Link } from 'react-router'
import { Empty } from '../account/empty.tsx'
import { Page, Section } from '../account/page.tsx'
import { uprightPicture } from '../catalogue/upright.ts'
import { needAccount } from '../member/member.server.ts'
import { Moment } from '../orders/moment.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-alerts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const { alerts } = await here.client.backInStock.listMyAlerts({})
  return { alerts, shopName: here.shop.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  await needAccount(here)
  const id = String((await request.formData()).get('id') ?? '')
  // Of what is off the list already there is nothing to be said.
  await here.client.backInStock.deleteMyAlert({ id }).catch(() => undefined)
  return data({ off: true })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Back in stock · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountAlertsPage({ loaderData: { alerts }, actionData }: Route.ComponentProps) {
  const money = useMoneyText()
  return (
    <Page title="Back in stock">
      {actionData?.off && (
        <p className="small soft" role="status">
          Your address is off that list.
        </p>
      )}
      {alerts.length === 0 ? (
        <Empty
          lead="No alerts yet."
          way={
            <Link className="button" to={to.all}>
              Look around
            </Link>
          }
        >
          The page of a sold out product offers one email when it is back in stock, and every product page one when it costs less. Those you
          asked for are listed here.
        </Empty>
      ) : (
        <Section id="waits" title="You are waiting for">
          <ul className="srows">
            {alerts.map(({ id, name, choices, slug, imageId, createdDate, email, price }) => (
              <li key={id} className="srow srow--plain">
                {imageId && <img src={uprightPicture(imageId, 160)} alt="" width="48" height="60" loading="lazy" />}
                <span className="srow__t">
                  {slug ? (
                    <Link className="name" to={to.product(slug)}>
                      {name}
                    </Link>
                  ) : (
                    <span>A product that is no longer sold</span>
                  )}
                  <span className="soft small">
                    {choices && `${choices}. `}One email to {email}{' '}
                    {price === undefined ? 'when it is back' : `when it costs less than ${money(price)}`}, asked for on{' '}
                    <Moment at={createdDate} as="long" />
                  </span>
                </span>
                <span className="srow__a small">
                  <Form method="post">
                    <input type="hidden" name="id" value={id} />
                    <Button line small>
                      Stop<span className="sr">{price === undefined ? ` waiting for ${name}` : ` watching the price of ${name}`}</span>
                    </Button>
                  </Form>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}
