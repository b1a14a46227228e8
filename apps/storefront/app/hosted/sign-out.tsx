import { Form } from 'react-router'

/** Ends the session of whoever is signed in here. */
export function SignOut({ children = 'Sign out' }: { children?: string }) {
  return (
    <Form method="post" action="/logout">
      <button className="link">{children}</button>
    </Form>
  )
}
