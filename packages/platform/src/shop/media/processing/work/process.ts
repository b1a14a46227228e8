import { type Outcome, type ProcessTask } from '../task.ts'
import { processFilm } from './film.ts'
import { processModel } from './model/model.ts'
import { processPdf } from './pdf.ts'
import { processSound } from './sound.ts'

/** Makes of a file what goes with its kind. */
export async function process(task: ProcessTask): Promise<Outcome> {
  if (task.mime.startsWith('video/')) return processFilm(task)
  if (task.mime.startsWith('audio/')) return processSound(task)
  if (task.mime.startsWith('model/')) return processModel(task)
  if (task.mime === 'application/pdf') return processPdf(task)
  return { details: {}, made: [] }
}
