import type { AuditActor, AuditEntry } from '@vitrine/contract'
import { useMemo } from 'react'
import { Outlet, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import type { PageOf } from '../list/listing.ts'
import { type Loaded, loaderOf } from '../list/load.ts'
import { useSettled } from '../list/use-settled.ts'
import { listingOf } from './listing.tsx'

interface Known {
  readonly actors: readonly AuditActor[]
  readonly kinds: readonly string[]
}

/** Whom and what one can look for: it hardly changes while one looks. */
let known: Promise<Known> | undefined

function readKnown(): Promise<Known> {
  known ??= client.audit.listAuditActors()
  known.catch(() => (known = undefined))
  return known
}

interface Read<T> extends Loaded<T> {
  readonly known: Known
  readonly search: string
}

export async function loader({ request }: { request: Request }): Promise<Read<AuditEntry>> {
  const found = await readKnown()
  const { searchParams } = new URL(request.url)
  return { ...loaderOf(listingOf(found, searchParams))({ request }), known: found, search: searchParams.toString() }
}

/** Those that stand beside the one that is open. */
export interface Around {
  readonly ids: readonly string[]
  readonly search: string
}

export function Audit() {
  const { known: found, page, search } = useLoaderData<Read<AuditEntry>>()
  const of = useMemo(() => listingOf(found, new URLSearchParams(search)), [found, search])
  const settled = useSettled<PageOf<AuditEntry> & { readonly keptMonths?: number }>(page)
  const around: Around = { ids: settled.value?.rows.map(({ id }) => id) ?? [], search }
  const months = settled.value?.keptMonths
  return (
    <>
      <List of={of} facts={months && <span>{`stored for ${months} months`}</span>} />
      <Outlet context={around} />
    </>
  )
}
