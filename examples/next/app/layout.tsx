import Link from 'next/link'
import type { ReactNode } from 'react'

export const metadata = { title: 'A shop on Next' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: 'system-ui', maxWidth: '60rem', margin: '2rem auto', padding: '0 1rem' }}>
        <nav>
          <Link href="/">Products</Link> · <Link href="/cart">Cart</Link>
        </nav>
        <main>{children}</main>
      </body>
    </html>
  )
}
