import { buttonClass, Icon } from '@vitrine/ui'
import { Plus } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import { AccountList, AccountsToRemove } from '../hosted/account-list.tsx'
import { readCarried, withCarried } from '../hosted/carried.ts'
import { titled } from '../hosted/credentials.ts'
import { listAccounts } from '../hosted/device-accounts.server.ts'
import { Hosted } from '../hosted/frame.tsx'
import { readSignIn } from '../hosted/identity.server.ts'
import { pick, signInAgain, signOutOfAll, takeOff } from '../hosted/picker.server.ts'
import { findRequest } from '../hosted/request.server.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-picker.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** With which account of this device somebody goes on, in the shop or to another app. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const carried = readCarried(searchParams)
  const [asked, accounts, { methods }] = await Promise.all([findRequest(here, carried), listAccounts(here, request), readSignIn(here)])
  if (accounts.length === 0) throw redirect(withCarried('/login', carried))
  return {
    app: asked?.clientName,
    // References stay here: a page shows who an account is of, and no more.
    accounts: accounts.map((account) => {
      const { memberId, email, name, current, signedIn } = account
      return { memberId, email, name, current, asks: signedIn ? undefined : signInAgain(account, methods, carried) }
    }),
    removing: searchParams.has('remove'),
    carried,
    shopName: here.shop.name,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const carried = readCarried(new URL(request.url).searchParams)
  const form = await request.formData()
  const accounts = await listAccounts(here, request)
  if (form.get('intent') === 'sign-out-of-all') return signOutOfAll(here, request, accounts, carried)
  const [account, others] = [
    accounts.find(({ memberId }) => memberId === form.get('account')),
    accounts.filter(({ memberId }) => memberId !== form.get('account')),
  ]
  const again = () => redirect(withCarried('/account-picker', carried), 303)
  if (!account) return again()
  if (form.get('intent') === 'remove') return takeOff(here, request, { account, others }, carried)
  return (await pick(here, request, account, carried)) ?? again()
}

export const meta: Route.MetaFunction = ({ loaderData }) => titled('Which one?', loaderData?.shopName)

export default function AccountPickerPage({ loaderData: { app, accounts, removing, carried } }: Route.ComponentProps) {
  if (removing)
    return (
      <Hosted picture={10}>
        <h1>Which one goes?</h1>
        <p className="soft">It is signed out here, and this device forgets it. The account itself stays as it is.</p>
        <AccountsToRemove accounts={accounts} />
        <Link className={buttonClass({ line: true, wide: true })} to={withCarried('/account-picker', carried)}>
          Back
        </Link>
      </Hosted>
    )
  return (
    <Hosted picture={10}>
      <h1>Which one?</h1>
      {app && (
        <p className="soft">
          You go on to <strong>{app}</strong>.
        </p>
      )}
      <AccountList accounts={accounts} />
      <Link className={buttonClass({ line: true, wide: true })} to={withCarried('/login', { ...carried, another: true })}>
        <Icon of={Plus} small /> Another account
      </Link>
      <Form method="post" className="small soft hosted__ways">
        <Link className="link" to={withCarried('/account-picker', carried, { remove: 'yes' })}>
          Take one off this device
        </Link>
        <button className="link" name="intent" value="sign-out-of-all">
          Sign out of all
        </button>
      </Form>
    </Hosted>
  )
}
