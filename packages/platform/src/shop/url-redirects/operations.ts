import type { Received, UrlRedirect, urlRedirects } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { AskLog } from './ask-log.ts'
import { resolve, resolveAll } from './resolve.ts'
import { isCountable, isOwn, normalPath } from './rules.ts'
import {
  countMissing,
  countRedirects,
  deleteRedirect,
  deleteRedirectAt,
  findByPaths,
  findRedirect,
  forgetMissing,
  listMissing,
  listRedirects,
  type StoredRedirect,
  saveRedirect,
} from './store.ts'

/** As many as a shop may have. */
const mostRedirects = 10_000

type New = Received<'POST /vitrine/v1/url-redirects'>['redirect']

/** One change after the other, so that no two of them make a circle together. */
const lock = (db: Db, site: string) => db.query(sql`select from site where site = ${site} for no key update`)

/** Saves a redirect, unless it would lead in a circle. */
async function save(db: Db, site: string, redirect: StoredRedirect): Promise<Refusal<'REDIRECT_LOOP'> | undefined> {
  if (isOwn(redirect.target) && normalPath(redirect.target.replace(/\*$/, '')) === normalPath(redirect.path.replace(/\*$/, '')))
    return refuse('REDIRECT_LOOP')
  await saveRedirect(db, site, redirect)
  // A way that does not end is one in a circle.
  const way = await resolve(db, site, redirect.path.endsWith('/*') ? `${redirect.path.slice(0, -1)}x` : redirect.path)
  return way ? undefined : refuse('REDIRECT_LOOP')
}

const made = ({ path, target, permanent = true }: New, source: StoredRedirect['source'], now: Date): StoredRedirect => ({
  id: newId(),
  path: normalPath(path),
  target,
  permanent,
  source,
  hits: 0,
  lastHitAt: null,
  revision: '1',
  createdAt: now,
  updatedAt: now,
})

const next = (redirect: StoredRedirect, now: Date): StoredRedirect => ({
  ...redirect,
  revision: String(BigInt(redirect.revision) + 1n),
  updatedAt: now,
})

/** A page of the shop has another address: the old one leads to it. */
export async function addressChanged(db: Db, site: string, was: string, is: string, now: Date): Promise<void> {
  await lock(db, site)
  // Something stands there now.
  await deleteRedirectAt(db, site, is)
  const [before] = await findByPaths(db, site, [was])
  const redirect = before ? next({ ...before, target: is, permanent: true }, now) : made({ path: was, target: is }, 'ADDRESS_CHANGED', now)
  await saveRedirect(db, site, redirect)
}

export function urlRedirectOperations({ log }: { readonly log: AskLog }): Handlers<typeof urlRedirects> {
  return {
    async 'GET /vitrine/v1/url-redirects'({ search = '', view, limit, offset }, { db, site }) {
      const [{ rows, total }, missing] = await Promise.all([
        listRedirects(db, site, { search: search.trim(), view, limit, offset }),
        countMissing(db, site),
      ])
      const leadOn = await findByPaths(
        db,
        site,
        rows.map(({ target }) => normalPath(target)),
      )
      const ends = await resolveAll(
        db,
        site,
        leadOn.map(({ path }) => path),
      )
      return { redirects: rows.map((row) => show(row, ends.get(normalPath(row.target))?.target)), total, missing }
    },

    async 'POST /vitrine/v1/url-redirects'({ redirect: sent }, { db, site, now }) {
      await lock(db, site)
      const redirect = made(sent, 'MANUAL', now)
      const [taken] = await findByPaths(db, site, [redirect.path])
      if (taken) return refuse('REDIRECT_PATH_TAKEN', { redirectId: taken.id })
      if ((await countRedirects(db, site)) >= mostRedirects) return refuse('TOO_MANY_REDIRECTS', { limit: mostRedirects })
      return (await save(db, site, redirect)) ?? { redirect: show(redirect) }
    },

    async 'PATCH /vitrine/v1/url-redirects/{redirect.id}'({ redirect: sent }, { db, site, now }) {
      await lock(db, site)
      const before = await findRedirect(db, site, sent.id)
      if (!before) return refuse('REDIRECT_NOT_FOUND')
      if (sent.revision && sent.revision !== before.revision) return refuse('STALE_REVISION')
      const path = sent.path === undefined ? before.path : normalPath(sent.path)
      const taken = (await findByPaths(db, site, [path])).find(({ id }) => id !== before.id)
      if (taken) return refuse('REDIRECT_PATH_TAKEN', { redirectId: taken.id })
      const after = next({ ...before, path, target: sent.target ?? before.target, permanent: sent.permanent ?? before.permanent }, now)
      return (await save(db, site, after)) ?? { redirect: show(after) }
    },

    async 'DELETE /vitrine/v1/url-redirects/{id}'({ id }, { db, site }) {
      const found = await findRedirect(db, site, id)
      if (!found) return refuse('REDIRECT_NOT_FOUND')
      await deleteRedirect(db, site, found.id)
      return {}
    },

    async 'POST /vitrine/v1/url-redirects/import'({ redirects }, { db, site, now }) {
      await lock(db, site)
      let room = mostRedirects - (await countRedirects(db, site))
      const done = { created: 0, changed: 0 }
      const refused: { index: number; path: string; code: 'REDIRECT_LOOP' | 'TOO_MANY_REDIRECTS' }[] = []
      const known = new Map(
        (
          await findByPaths(
            db,
            site,
            redirects.map(({ path }) => normalPath(path)),
          )
        ).map((row) => [row.path, row]),
      )
      for (const [index, sent] of redirects.entries()) {
        const fresh = made(sent, 'IMPORT', now)
        const before = known.get(fresh.path)
        if (!before && room <= 0) {
          refused.push({ index, path: sent.path, code: 'TOO_MANY_REDIRECTS' })
          continue
        }
        const after = before ? next({ ...before, target: fresh.target, permanent: fresh.permanent }, now) : fresh
        if (await save(db, site, after)) {
          if (before) await saveRedirect(db, site, before)
          else await deleteRedirect(db, site, after.id)
          refused.push({ index, path: sent.path, code: 'REDIRECT_LOOP' })
          continue
        }
        known.set(after.path, after)
        if (before) done.changed++
        else {
          done.created++
          room--
        }
      }
      return { ...done, refused }
    },

    async 'GET /vitrine/v1/missing-paths'({ search = '', limit, offset }, { db, site }) {
      await log.settle()
      const { rows, total } = await listMissing(db, site, { search: search.trim(), limit, offset })
      return {
        paths: rows.map(({ path, hits, firstAt, lastAt }) => ({
          path,
          hits,
          firstDate: firstAt.toISOString(),
          lastDate: lastAt.toISOString(),
        })),
        total,
      }
    },

    async 'POST /vitrine/v1/missing-paths/dismiss'({ path }, { db, site }) {
      await forgetMissing(db, site, path)
      return {}
    },

    async 'GET /vitrine/v1/url-redirects/resolve'({ path }, { db, site, merchant }) {
      const asked = normalPath(path)
      const way = await resolve(db, site, asked)
      if (way) {
        if (!merchant) log.noteHit(site, way.first.id)
        return { target: way.target, permanent: way.permanent }
      }
      if (!merchant && asked.startsWith('/') && isCountable(asked)) log.noteMissing(site, asked)
      return {}
    },
  }
}

const show = (
  { id, path, target, permanent, source, hits, lastHitAt, revision, createdAt, updatedAt }: StoredRedirect,
  finalTarget?: string,
): UrlRedirect => ({
  id,
  revision,
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
  path,
  target,
  permanent,
  source,
  hits,
  ...(lastHitAt && { lastHitDate: lastHitAt.toISOString() }),
  ...(finalTarget && { finalTarget }),
})
