import type { ApiCalls, RequestLogSettings, requestLog } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import type { RequestLogSection, Sections } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import type { Recorder } from './recorder.ts'
import { type ReplayDeps, replayRequest } from './replay.ts'
import { showDetail, showRequest } from './show.ts'
import { findRequest, listCallers, listRequests } from './store.ts'
import { mostRequests, storedDays } from './sweep.ts'

export interface RequestLogDeps extends ReplayDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly recorder: Recorder
  readonly readCalls: (db: Db, site: string) => Promise<ApiCalls>
}

/** As it is before the merchant says anything. */
const usual: RequestLogSection = { enabled: false }
const shown = ({ enabled }: RequestLogSection): RequestLogSettings => ({ enabled, storedDays, mostRequests })
const dateOf = (text: string | null | undefined): Date | undefined => (text ? new Date(text) : undefined)

export function requestLogOperations(deps: RequestLogDeps): Handlers<typeof requestLog> {
  const { readSettings, recorder, readCalls } = deps
  return {
    async 'GET /vitrine/v1/request-log'({ statusClass, method, path, callerId, requestId, from, to, limit, cursor }, { db, site }) {
      const found = await listRequests(db, site, {
        statusClass: statusClass ?? undefined,
        method: method ?? undefined,
        path: path || undefined,
        callerId: callerId ?? undefined,
        requestId: requestId?.trim() || undefined,
        from: dateOf(from),
        to: dateOf(to),
        before: cursor ?? undefined,
        limit: limit + 1,
      })
      const page = found.slice(0, limit)
      return { requests: page.map(showRequest), ...(found.length > limit && { nextCursor: page.at(-1)!.id }) }
    },

    async 'GET /vitrine/v1/request-log/callers'(_, { db, site }) {
      return { callers: [...(await listCallers(db, site))] }
    },

    async 'GET /vitrine/v1/request-log/calls'(_, { db, site }) {
      return { calls: await readCalls(db, site) }
    },

    async 'GET /vitrine/v1/request-log/settings'(_, { db, site }) {
      return { settings: shown((await readSettings(db, site)).requestLog ?? usual) }
    },

    /** Takes effect in this process as soon as it is committed. */
    'PATCH /vitrine/v1/request-log/settings': staged(async ({ settings: { enabled } }, { transact, site, now }) => {
      await transact(async (db) => {
        await lockSection(db, site, 'requestLog', usual, now)
        await writeSettings(db, site, 'requestLog', { enabled }, now)
      })
      recorder.turned(site)
      return { settings: shown({ enabled }) }
    }),

    async 'GET /vitrine/v1/request-log/{id}'({ id }, { db, site, caller }) {
      await recorder.settle()
      const found = await findRequest(db, site, id)
      return found ? { request: showDetail(found, caller) } : refuse('LOGGED_REQUEST_NOT_FOUND')
    },

    'POST /vitrine/v1/request-log/{id}/replay': staged(async ({ id }, scope) => {
      const made = await replayRequest(id, scope, deps)
      return 'code' in made ? made : { request: showDetail(made, scope.caller) }
    }),
  }
}
