import { askForFilmUpload } from '../reviews/write.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/review-film.ts'

/** The upload address of a film for a review, for pages with script. */
export async function action({ context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  return askForFilmUpload(here)
}
