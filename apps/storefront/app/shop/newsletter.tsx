import { Form } from 'react-router'

/** Asks for an address. Its answer is a page of its own, so nothing of it has to be alive. */
export const NewsletterForm = ({ place, email }: { place: string; email?: string }) => (
  <Form className="foot__form" method="post" action={`/newsletter?place=${place}`}>
    <input
      className="input"
      name="email"
      type="email"
      required
      autoComplete="email"
      aria-label="Email for the newsletter"
      placeholder="you@example.com"
      defaultValue={email}
    />
    <button className="button">Subscribe</button>
  </Form>
)
