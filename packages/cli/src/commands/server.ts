import { type Command, textOf, WrongUse } from '../command.ts'
import { makeReady, runServerProgram } from '../server-program.ts'

export const start: Command = {
  summary: 'start the shop on this machine',
  usage: `start [--port 3000] [--data FOLDER] [--seed demo|catalogue|none]

Installs and builds what is missing, then serves the shop until it is stopped. An empty database is filled as --seed says.`,
  options: { port: { type: 'string' }, data: { type: 'string' }, seed: { type: 'string' } },
  async run(given) {
    const settings = { PORT: textOf(given, 'port'), DATA_DIR: textOf(given, 'data'), VITRINE_SEED: textOf(given, 'seed') }
    if (settings.PORT !== undefined && !/^\d{1,5}$/.test(settings.PORT)) throw new WrongUse(`${settings.PORT} is no port`)
    const code = await makeReady(given)
    if (code !== 0) return code
    const more = Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined))
    return runServerProgram('main', [], given, { NODE_ENV: given.env['NODE_ENV'] ?? 'production', ...more })
  },
}

export const backup: Command = {
  summary: 'copy the shop into a folder, while it sells',
  usage: `backup [--to FOLDER] [--without-media]

Runs where the server runs, with its variables (DATA_DIR or DATABASE_URL).`,
  passesOn: true,
  run: (given) => runServerProgram('backup', given.words, given),
}

export const restore: Command = {
  summary: 'make a shop of a backup, or check one',
  usage: `restore --from FOLDER [--to DATA_DIR] [--check]

Runs where the server runs, with its variables (DATA_DIR or DATABASE_URL).`,
  passesOn: true,
  run: (given) => runServerProgram('restore', given.words, given),
}
