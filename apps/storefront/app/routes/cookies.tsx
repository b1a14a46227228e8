import { Crumbs } from '@vitrine/ui'
import { Link } from 'react-router'
import { stored } from '../pages/stored.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import type { Route } from './+types/cookies.ts'
import '@vitrine/ui/text-page.css'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Cookies · ${matches[0].loaderData?.shop.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** What the shop stores in a browser. Nothing of it needs to be asked for, so nobody is asked. */
export default function CookiesPage() {
  const { name, joining } = useShop()
  const privacy = joining.find(({ kind }) => kind === 'PRIVACY')
  return (
    <main id="main">
      <article className="wrap text-page" aria-labelledby="page-title">
        <Crumbs
          way={[
            <Link key="home" to={to.home}>
              {name}
            </Link>,
          ]}
          here="Cookies"
        />
        <h1 id="page-title">Cookies</h1>
        <p>
          {name} stores only what the shop needs to work: your bag, your sign-in, your way back from the bank. Nothing of it counts or
          follows you, and no other site gets any of it. So there is nothing to agree to, and no banner that asks.
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys */}
        <div className="text-page__table" role="region" aria-label="What is stored" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">What for</th>
                <th scope="col">How long</th>
              </tr>
            </thead>
            <tbody>
              {stored.map((one) => (
                <tr key={`${one.where} ${one.name}`}>
                  <th scope="row">
                    {one.name}
                    <br />
                    <span className="small soft">{one.where}</span>
                  </th>
                  <td>{one.what}</td>
                  <td>{one.howLong}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {privacy && (
          <p>
            What else we know of you and why is on the page{' '}
            <Link className="link" to={privacy.href}>
              {privacy.label}
            </Link>
            .
          </p>
        )}
      </article>
    </main>
  )
}
