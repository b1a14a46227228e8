import { takesRealMoney } from '@vitrine/platform/commerce/payments/real-money'
import { migrate } from '@vitrine/platform/kernel/db/migrate'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { findSeed, type Seed } from '@vitrine/platform/kernel/sites/directory'
import { Misconfigured } from './config.ts'

/** Why a database cannot be used, by the codes of PostgreSQL and of the network. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'the connection was closed',
  EAI_AGAIN: 'its host has no address',
  ENOTFOUND: 'its host has no address',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no way to its host',
  ETIMEDOUT: 'nobody answers there',
  ENOENT: 'nobody answers there',
  ERR_INVALID_URL: 'it is no address',
  '28000': 'it does not let this role in',
  '28P01': 'the password is wrong',
  '3D000': 'there is no such database',
  '42501': 'the role may not do there what the shop needs',
  '53300': 'it has no connection left',
  '57P03': 'it is still starting',
}

/** Brings the database of `DATABASE_URL` to the newest schema. @throws Misconfigured where it cannot be used, without what the address says */
export async function prepareDatabase(url: string): Promise<void> {
  try {
    await migrate(url)
  } catch (error) {
    const reason = reasonOf(error)
    throw reason === undefined ? error : new Misconfigured(`the database of DATABASE_URL cannot be used: ${reason}`)
  }
}

function reasonOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, errors } = at as { code?: unknown; errors?: readonly unknown[] }
    const known = typeof code === 'string' ? reasons[code] : undefined
    if (known !== undefined) return known
    if (errors) return reasonOf(errors[0])
  }
  return undefined
}

interface ShopsThere {
  /** What the shop was filled with; `empty` where there is none yet. */
  readonly seed: Seed | 'empty' | undefined
  /** Whether one takes payments with an account that its merchant entered. */
  readonly takesRealMoney: boolean
}

/** What has to be known of the shops in a database before the platform starts. */
export async function shopsIn(url: string): Promise<ShopsThere> {
  await using database = connect({ url, connections: 1 })
  return { seed: await findSeed(database), takesRealMoney: await takesRealMoney(database) }
}

/** The sentence for an address that cannot be listened at. */
export function cannotListen(error: unknown, name: string, port: number): Misconfigured | undefined {
  const { code } = error as { code?: unknown }
  if (code === 'EADDRINUSE') return new Misconfigured(`${name} is ${port}, and another program listens there already`)
  if (code === 'EACCES') return new Misconfigured(`${name} is ${port}, and this user may not listen there`)
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
    ? new Misconfigured(`there is no such address to listen at on port ${port}`)
    : undefined
}
