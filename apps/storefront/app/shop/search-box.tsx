import { Button } from '@vitrine/ui'
import { Form } from 'react-router'
import { to } from './shop.ts'

/** On a page where nothing is. */
export function SearchBox() {
  return (
    <Form className="foot__form" role="search" action={to.search()}>
      <label className="sr" htmlFor="look-for">
        Search the shop
      </label>
      <input className="input" id="look-for" name="q" type="search" placeholder="Look for it" />
      <Button>Search</Button>
    </Form>
  )
}
