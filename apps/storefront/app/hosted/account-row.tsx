import type { ReactNode } from 'react'

export interface RowAccount {
  readonly memberId: string
  readonly name?: string | undefined
  readonly email: string
}

/** What a row of the account picker shows of an account. */
export function AccountRow({ of: { name, email }, children }: { of: RowAccount; children: ReactNode }) {
  return (
    <>
      <span className="who__i" aria-hidden="true">
        {(name ?? email).slice(0, 1).toUpperCase()}
      </span>
      <span className="who__t">
        <span>{name ?? email}</span>
        {name && <small className="soft">{email}</small>}
      </span>
      {children}
    </>
  )
}

export const SignedIn = () => (
  <span className="tag small">
    <span className="dot" />
    Signed in
  </span>
)
