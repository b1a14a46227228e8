import { markOf } from '../cart/cart.ts'

/** Who is signed in, as the header says it. On a page for everybody there is a mark in its place, which each shopper's own name is put into. */
export function Who({ name, own }: { name: string; own?: string | undefined }) {
  return own === undefined ? <Name of={name} /> : <i>{markOf(own, 'name')}</i>
}

export const Name = ({ of: name }: { of: string }) =>
  name ? (
    <>
      {name}
      <span className="sr">, your account</span>
    </>
  ) : (
    'Sign in'
  )
