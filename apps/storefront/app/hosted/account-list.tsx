import { Form, Link } from 'react-router'
import { AccountRow, type RowAccount, SignedIn } from './account-row.tsx'

export interface ListedAccount extends RowAccount {
  readonly current: boolean
  /** What a signed-out account asks for, and the page for that. */
  readonly asks?: { readonly words: string; readonly href: string } | undefined
}

/** Accounts to choose from: a signed-in one goes on at once, by a form; another leads to the sign-in. */
export function AccountList({ accounts }: { accounts: readonly ListedAccount[] }) {
  return (
    <Form method="post">
      <ul className="whos">
        {accounts.map((account) => (
          <li key={account.memberId}>
            {account.asks ? (
              <Link className="who" to={account.asks.href}>
                <AccountRow of={account}>
                  <span className="tag small soft">{account.asks.words}</span>
                </AccountRow>
              </Link>
            ) : (
              <button className="who" name="account" value={account.memberId} aria-current={account.current || undefined}>
                <AccountRow of={account}>
                  <SignedIn />
                </AccountRow>
              </button>
            )}
          </li>
        ))}
      </ul>
    </Form>
  )
}

/** The same accounts, each to be taken off this device. */
export function AccountsToRemove({ accounts }: { accounts: readonly RowAccount[] }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="remove" />
      <ul className="whos">
        {accounts.map((account) => (
          <li key={account.memberId}>
            <div className="who">
              <AccountRow of={account}>
                <button className="link small" name="account" value={account.memberId}>
                  Take off<span className="sr"> {account.email}</span>
                </button>
              </AccountRow>
            </div>
          </li>
        ))}
      </ul>
    </Form>
  )
}
