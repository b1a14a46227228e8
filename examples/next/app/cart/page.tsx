import { cart, checkOut } from '../actions'

export default async function CartPage() {
  const found = await cart()
  if (!found || found.lines.length === 0) return <p>The cart is empty.</p>
  return (
    <>
      <h1>Cart</h1>
      <ul>
        {found.lines.map(({ id, name, quantity, price }) => (
          <li key={id}>
            {quantity} × {name} {price}
          </li>
        ))}
      </ul>
      <p>Subtotal {found.subtotal}</p>
      <form action={checkOut}>
        <button type="submit">Check out</button>
      </form>
    </>
  )
}
