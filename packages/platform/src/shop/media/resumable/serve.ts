import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS, type Lock, Server } from '@tus/server'
import { newId } from '../../../kernel/db/id.ts'
import { Busy, lane } from '../lane.ts'
import { idAt, idIn, resumablePath } from './address.ts'
import { type FinishDeps, finishUpload } from './finish.ts'
import { takeLease } from './lease.ts'
import { findUpload } from './store.ts'
import { TusStore } from './tus-store.ts'

/** What the server says in the wire's form. */
export type ResumableRefusal =
  | { readonly code: 'FILE_NOT_FOUND' | 'SERVICE_UNAVAILABLE' }
  | { readonly code: 'UPLOAD_NOT_TAKEN'; readonly reason: string }

export interface ResumableDeps extends FinishDeps {
  readonly report: (fault: unknown, where: string) => void
}

/** How a refusal is said: its status, and its body as text. */
export type SayRefusal = (refusal: ResumableRefusal) => { readonly status: number; readonly body: string }

interface TusFault {
  readonly status_code: number
  readonly body: string
}

const isTusFault = (error: unknown): error is TusFault =>
  typeof error === 'object' && error !== null && typeof (error as Partial<TusFault>).status_code === 'number'

/** What tells a client which file its upload has become, or why it is none. */
const fileHeader = 'Vitrine-File-Id'
const failureHeader = 'Vitrine-Upload-Failure'

const locked: TusFault = { status_code: 423, body: 'Another request sends this upload\n' }

/** A request whose line is broken ends so, too. */
const brokenLine = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR'])

/** Takes files by the tus protocol, in any number of requests, to any process of the shop. */
export function resumableUploads(deps: ResumableDeps) {
  const { db, now, report } = deps
  const sending = lane({ atOnce: 24, waiting: 200 })

  const newLock = (site: string, id: string): Lock => {
    let release = async () => {}
    return {
      async lock(signal, wanted) {
        const lease = await takeLease(deps, { site, id, owner: newId() }, { isOver: () => signal.aborted, wanted: () => void wanted() })
        if (lease.state === 'missing') throw ERRORS.FILE_NOT_FOUND
        if (lease.state === 'busy') throw locked
        release = lease.release
      },
      unlock: () => release(),
    }
  }

  function serverOf(site: string, say: SayRefusal): Server {
    const refuse = (refusal: ResumableRefusal): TusFault => {
      const { status: status_code, body } = say(refusal)
      return { status_code, body }
    }
    return new Server({
      path: resumablePath,
      datastore: new TusStore(deps, site),
      locker: { newLock: (id) => newLock(site, id) },
      lockDrainTimeout: 200,
      exposedHeaders: [fileHeader, failureHeader, 'X-Wix-Request-Id'],
      generateUrl: (_request, { path, id }) => `${path}/${id}`,
      getFileIdFromRequest: ({ url }) => idAt(new URL(url).pathname),
      namingFunction: ({ url, headers }, metadata) =>
        idAt(new URL(url).pathname) ?? idIn(metadata?.token) ?? idIn(headers.get('authorization')?.replace(/^Bearer /i, '')) ?? '',
      async maxSize(_request, id) {
        if (id === null) return 0
        const upload = await findUpload(db, site, id)
        if (!upload || upload.expiresAt <= now()) throw refuse({ code: 'FILE_NOT_FOUND' })
        return upload.plan.most
      },
      async onUploadCreate(_request, { size }) {
        if (!size) throw refuse({ code: 'UPLOAD_NOT_TAKEN', reason: 'EMPTY' })
        return {}
      },
      async onUploadFinish(_request, { id }) {
        const outcome = await finishUpload(deps, site, id)
        if (outcome === 'busy') throw locked
        if (outcome === 'unfinished') throw ERRORS.INVALID_OFFSET
        if ('failure' in outcome) throw refuse({ code: 'UPLOAD_NOT_TAKEN', reason: outcome.failure })
        return { headers: { [fileHeader]: outcome.mediaId } }
      },
      onResponseError(_request, error) {
        if (isTusFault(error)) return undefined
        if (brokenLine.has((error as NodeJS.ErrnoException).code ?? '')) return ERRORS.ABORTED
        report(error, 'resumable uploads')
        return refuse({ code: 'SERVICE_UNAVAILABLE' })
      },
    })
  }

  return {
    /** Answers one request of the protocol, on the bare connection: a body is read as it comes. */
    async serve(site: string, request: IncomingMessage, response: ServerResponse, say: SayRefusal): Promise<void> {
      const id = idAt(request.url ?? '')
      const known = request.method === 'HEAD' && id !== undefined ? await findUpload(db, site, id) : undefined
      if (known?.mediaId) response.setHeader(fileHeader, known.mediaId)
      if (known?.failure) response.setHeader(failureHeader, known.failure)
      const answer = () => serverOf(site, say).handle(request, response)
      if (request.method !== 'PATCH' && request.method !== 'POST') return answer()
      await sending.run(answer).catch((error: unknown) => {
        if (!(error instanceof Busy)) throw error
        const { status, body } = say({ code: 'SERVICE_UNAVAILABLE' })
        response.writeHead(status, { 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' }).end(body)
      })
    },
  }
}

export type ResumableUploads = ReturnType<typeof resumableUploads>
