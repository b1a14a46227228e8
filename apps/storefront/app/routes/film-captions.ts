import { attempt } from '@vitrine/client'
import type { FilmCaptions } from '../catalogue/film-captions.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/film-captions.ts'

/** What is said in a film, asked for when somebody watches it. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const fileId = params.id.slice(0, 1000)
  const [refused, found] = await attempt(visit(context).client.films.listCaptions({ fileId }))
  if (refused && refused.code !== 'FILE_NOT_FOUND' && refused.code !== 'INVALID_ARGUMENT') throw refused
  // The shop's own address may be another one than this page is open at.
  const captions = (found?.captions ?? []).map(({ language, label, url }) => ({ language, label, path: new URL(url).pathname }))
  return Response.json({ captions } satisfies FilmCaptions)
}
