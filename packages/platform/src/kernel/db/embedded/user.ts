import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'

export interface User {
  readonly uid: number
  readonly gid: number
}

/** Who runs the server of a cluster: ourselves (undefined), or when we are root the cluster's owner, else the system user `postgres`. */
export function serverUser(data: string): User | undefined {
  const self = process.getuid?.()
  const owner = statSync(data, { throwIfNoEntry: false })
  if (self !== 0) {
    if (!owner || owner.uid === self) return undefined
    throw new Error(
      `${data} belongs to another user (uid ${owner.uid}): start Vitrine as that user or as root, or choose another DATA_DIR.`,
    )
  }
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : postgresUser()
}

/** PostgreSQL refuses to run as root, so root runs it as the system user `postgres`, made where there is none. */
function postgresUser(): User {
  try {
    return lookUp()
  } catch {
    try {
      execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
        stdio: 'pipe',
      })
      return lookUp()
    } catch (cause) {
      throw new Error(
        'PostgreSQL does not run as root, and the system user "postgres" could not be made for it. Start Vitrine as an ordinary user, or set DATABASE_URL.',
        { cause },
      )
    }
  }
}

function lookUp(): User {
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { stdio: 'pipe', encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
