import { spawn } from 'node:child_process'
import { Unreadable } from '../task.ts'

const mostOutput = 4000

/** Runs a program to its end. What it writes goes to `take`. It opens files alone, and no addresses that a file may name. */
export function runProgram(program: string, args: readonly string[], take: (chunk: Buffer) => void = () => {}): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, ['-hide_banner', '-loglevel', 'error', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', take)
    child.stderr.on('data', (chunk) => (said = (said + String(chunk)).slice(-mostOutput)))
    child.on('error', fail)
    child.on('close', (code, signal) => {
      if (code === 0) done()
      // Whoever is killed says nothing of the file.
      else if (code === null) fail(new Error(`${program} ended with ${signal}`))
      else fail(new Unreadable(said.trim().split('\n', 1)[0] || `${program} ended with ${code}`))
    })
  })
}

/** Forms of films and sound that the shop takes: lists of other files, which programs would open as well, are not among them. */
const forms = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,flac,wav,ogg'

/** For what comes in: a file on disk, of a form that the shop takes, opened by nothing else. */
export const inputOf = (path: string): readonly string[] => [
  '-format_whitelist',
  forms,
  '-protocol_whitelist',
  'file,crypto,data',
  '-i',
  path,
]

/** Arguments with spaces between them. */
export const words = (line: string): readonly string[] => line.split(' ').filter(Boolean)
