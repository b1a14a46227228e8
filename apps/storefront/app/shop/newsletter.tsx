import { Form } from 'react-router'
import { to } from './shop.ts'

/** Asks for an address. Its answer is a page of its own, so nothing of it has to be alive. */
export const NewsletterForm = ({ place, email }: { place: string; email?: string }) => (
  <Form className="foot__form" method="post" action={to.newsletter}>
    <input type="hidden" name="place" value={place} />
    <label className="sr" htmlFor={place}>
      Email for the newsletter
    </label>
    <input
      className="input"
      id={place}
      name="email"
      type="email"
      required
      maxLength={254}
      autoComplete="email"
      placeholder="you@example.com"
      defaultValue={email}
    />
    <button className="button">Subscribe</button>
  </Form>
)
