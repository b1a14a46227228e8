import { data } from 'react-router'
import { takePicture } from '../reviews/write.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/review-picture.ts'

/** Takes one picture for a review or a return in, as a browser with script sends it. */
export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const file = form.get('file')
  if (!(file instanceof File)) throw data(null, { status: 400 })
  here.know()
  return takePicture(here, file, form.get('of') === 'return' ? 'return' : 'review')
}
