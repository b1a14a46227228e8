import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'

/** The headless shell first: the same engine without the window around it, which costs a fifth of all that the journeys compute. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/** A Chromium for the journeys: the one `CHROMIUM` names, Debian's, Chrome or Edge; as root on Debian one is installed where none is. */
export async function getChromium(): Promise<string> {
  const found = findChromium() ?? (canInstall() ? await installChromium() : undefined)
  if (!found)
    throw new Error(
      'The browser journeys need Chromium, Chrome or Edge: install one (on Debian: apt-get install chromium-headless-shell) or name it in CHROMIUM.',
    )
  return found
}

const findChromium = (): string | undefined => [process.env.CHROMIUM ?? '', ...places].find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version')

async function installChromium(): Promise<string | undefined> {
  console.log('Installing Chromium …')
  const install = 'apt-get install -y --no-install-recommends'
  const apt = spawn('sh', ['-c', `apt-get update; ${install} chromium-headless-shell || ${install} chromium`], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [apt.stdout, apt.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const status = await new Promise((resolve) => apt.once('error', resolve).once('close', resolve))
  if (status !== 0) console.error(said.trim())
  return findChromium()
}
