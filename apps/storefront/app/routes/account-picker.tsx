import { buttonClass, Icon } from '@vitrine/ui'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { readCarried, withCarried } from '../hosted/carried.ts'
import { Hosted } from '../hosted/frame.tsx'
import { continuing, getRequest } from '../hosted/request.server.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-picker.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** With which account somebody goes on to another app. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const carried = readCarried(new URL(request.url).searchParams)
  const { clientName, account, request: sealed } = await getRequest(here, carried)
  return { app: clientName, account, on: continuing(sealed), carried, shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Which one? · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountPickerPage({ loaderData: { app, account, on, carried } }: Route.ComponentProps) {
  return (
    <Hosted picture={10}>
      <h1>Which one?</h1>
      <p className="soft">
        You go on to <strong>{app}</strong>.
      </p>
      {account && (
        <ul className="whos">
          <li>
            <a className="who" href={on}>
              <span className="who__i" aria-hidden="true">
                {(account.name ?? account.email).slice(0, 1).toUpperCase()}
              </span>
              <span className="who__t">
                <span>{account.name ?? account.email}</span>
                {account.name && <small className="soft">{account.email}</small>}
              </span>
              <span className="tag small">
                <span className="dot" />
                Signed in
              </span>
            </a>
          </li>
        </ul>
      )}
      <Link className={buttonClass({ line: true, wide: true })} to={withCarried('/login', carried)}>
        <Icon of={Plus} small /> Another account
      </Link>
    </Hosted>
  )
}
