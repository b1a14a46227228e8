import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './server-process.ts'

const places = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']

/** Where nginx is; as root on Debian it is installed where it is not. Undefined: there is none, and a test of it is skipped. */
export async function findNginx(): Promise<string | undefined> {
  const found = places.find(isExecutable)
  if (found || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return found
  const apt = spawn('sh', ['-c', 'apt-get update; apt-get install -y --no-install-recommends nginx-light || apt-get install -y nginx'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    stdio: 'ignore',
  })
  await once(apt, 'close')
  return places.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Nginx extends AsyncDisposable {
  readonly port: number
}

/** An nginx of its own that hands everything on to one server, with the directives of its `location` beside. */
export async function startNginx(nginx: string, upstream: string, directives: string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'))
  for (let left = 5; ; left--) {
    const port = await freePort()
    await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, upstream, directives))
    const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    if (await answers(child, port)) {
      return {
        port,
        async [Symbol.asyncDispose]() {
          await end(child)
          await rm(folder, { recursive: true, force: true })
        },
      }
    }
    await end(child)
    if (left > 0 && said.includes('Address already in use')) continue
    await rm(folder, { recursive: true, force: true })
    throw new Error(`nginx did not start:\n${said}`)
  }
}

async function answers(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    if (answer?.ok) return true
    await sleep(50)
  }
  return false
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const configuration = (folder: string, port: number, upstream: string, directives: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      proxy_set_header Host $http_host;
      ${directives}
    }
  }
}
`
